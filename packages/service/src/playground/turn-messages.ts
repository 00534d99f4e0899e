/** Converts events of a turn to messages. Pure: the same events always give the same messages. */
import {
  type AskedQuestion,
  configWith,
  type ExecutionEvent,
  type ExecutionRecord,
  type ExecutionState,
  inputsOf,
} from '@millrace/engine'
import { isObject, plain } from '@millrace/model'
import type { MessageChange, NewMessage } from '@millrace/store'
import { stableId } from '../platform/stable-id.ts'
import { questionMessage, questionMessageChange } from './question-message.ts'
import { shownText, shownValues } from './shown-values.ts'

/** One event of one execution of a turn. */
export interface Happened {
  readonly record: ExecutionRecord
  /** The state after this event. */
  readonly state: ExecutionState
  readonly event: ExecutionEvent
  /** Its position in the history. */
  readonly at: number
  /** The message that started the turn. */
  readonly parentId: string
}

export interface TurnMessages {
  readonly add: readonly NewMessage[]
  readonly change: readonly MessageChange[]
}

/** The messages of an event, except the end of the turn, which the conversation adds. */
export function messagesOf(happened: Happened): TurnMessages {
  const add = [...logMessages(happened), ...chatMessages(happened), ...questions(happened)]
  return { add, change: questionChanges(happened) }
}

/** A message of an event; `which` distinguishes several of one event. */
function messageOf(
  { record, event, at, parentId }: Happened,
  which: string,
  message: Pick<NewMessage, 'role' | 'content' | 'metadata'> & { readonly nodeId?: string | undefined },
): NewMessage {
  return {
    id: stableId('message', record.id, String(at), which),
    status: 'completed',
    at: event.at,
    parentId,
    executionId: record.id,
    ...message,
    content: shownText(message.content),
    nodeId: message.nodeId ?? null,
  }
}

function logMessages(happened: Happened): NewMessage[] {
  const { event, record } = happened
  const node = 'node' in event ? record.plan.nodes[event.node] : undefined
  const lines = event.type === 'logged' ? [event] : 'logs' in event ? (event.logs ?? []) : []
  return lines.map(({ level, message, context }, which) =>
    messageOf(happened, `log ${which}`, {
      role: 'log',
      content: message,
      nodeId: node?.id,
      metadata: {
        level,
        source: node === undefined ? 'pipeline' : 'job',
        ...(node === undefined ? {} : { nodeLabel: node.label }),
        ...(context === undefined ? {} : { context: shownValues(context) }),
      },
    }),
  )
}

const ROLES = ['assistant', 'user', 'system'] as const
/** Nodes whose output is a message of the conversation. */
const SAYING = new Set(['chat_output', 'agentspec.output_message_node'])

function chatMessages(happened: Happened): NewMessage[] {
  const { event, record, state } = happened
  if (event.type !== 'step-completed') return []
  const node = record.plan.nodes[event.node]
  if (node === undefined || !SAYING.has(node.type)) return []
  const content = plain(event.outputs.message)
  if (typeof content !== 'string') return []
  const step = state.steps.find((one) => one.node === event.node && one.scope.path === (event.scope ?? ''))
  const given = step === undefined ? undefined : inputsOf(state, step).values.metadata
  const { format, role: chosen } = configWith(node, step?.settings)
  return [
    messageOf(happened, 'chat', {
      role: ROLES.find((role) => role === chosen) ?? 'assistant',
      content,
      nodeId: node.id,
      metadata: {
        ...(isObject(given) ? shownValues(withoutOwnKeys(given)) : {}),
        nodeLabel: node.label,
        format: typeof format === 'string' ? format : 'markdown',
      },
    }),
  ]
}

/** Removes metadata that clients act on: a node must not imitate a question or the end of a turn. */
function withoutOwnKeys(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { type: _, interrupt_id: __, enableRun: ___, ...rest } = given
  return rest
}

function questions({ event, record, state, parentId }: Happened): NewMessage[] {
  const asked = event.type === 'step-asks' ? state.questions.get(event.id) : undefined
  return asked === undefined ? [] : [questionMessage(record, asked, parentId)]
}

/** Questions that this event answered or closed. The end of an execution closes all open ones. */
function questionChanges({ event, state }: Happened): MessageChange[] {
  if (state.questions.size === 0) return []
  if (event.type === 'step-answered' || event.type === 'step-unanswered') {
    const asked = state.questions.get(event.id)
    return asked === undefined ? [] : [questionMessageChange(asked)]
  }
  return [...state.questions.values()].filter((asked) => wasStoppedBy(asked, event)).map(questionMessageChange)
}

function wasStoppedBy({ why, closedAt }: AskedQuestion, event: ExecutionEvent): boolean {
  return why === 'stopped' && closedAt === event.at
}
