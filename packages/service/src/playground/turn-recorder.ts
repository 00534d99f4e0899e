/** Collects the changes of one step of a session: new messages, changed messages, and the status after them. */

import {
  type ExecutionEvent,
  type ExecutionRecord,
  type ExecutionState,
  keptOutputsOf,
  type Replay,
} from '@millrace/engine'
import { type EndedTurnStatus, LargeJson, objectOfKept, plain, type SessionStatus } from '@millrace/model'
import type { MessageChange, NewMessage, StoredTurn } from '@millrace/store'
import { childIn } from '../executions/runner/child-note.ts'
import { stableId } from '../platform/stable-id.ts'
import { questionMessageChange } from './question-message.ts'
import { shownText, shownValues } from './shown-values.ts'
import { messagesOf } from './turn-messages.ts'

/** One execution of the turn: its new events and its state before them. */
export interface Untold {
  readonly record: ExecutionRecord
  /** The events are applied to this state. */
  readonly replay: Replay
  readonly events: readonly ExecutionEvent[]
  /** The position of the first new event in the history. */
  readonly first: number
}

/** Limit of log lines per execution that become messages; the log of the execution has all of them. */
const MAX_LOG_MESSAGES = 2000

export class TurnTeller {
  readonly #turn: Pick<StoredTurn, 'executionId' | 'messageId'>
  readonly #add: NewMessage[] = []
  readonly #change: MessageChange[] = []
  readonly #states: ExecutionState[] = []
  #root: ExecutionState | undefined
  #status: SessionStatus | undefined
  /** The end of the turn, if it has ended. */
  end: EndedTurnStatus | undefined

  constructor(turn: Pick<StoredTurn, 'executionId' | 'messageId'>) {
    this.#turn = turn
  }

  /** Converts the events of an execution; returns the child executions it waits or waited for. */
  tell({ record, replay, events, first }: Untold): string[] {
    const { state } = replay
    const children: string[] = []
    const isRoot = record.id === this.#turn.executionId
    for (const [which, event] of events.entries()) {
      const linesBefore = state.logs.length
      replay.apply(event)
      const messages = messagesOf({ record, state, event, at: first + which, parentId: this.#turn.messageId })
      let lines = linesBefore
      for (const message of messages.add) {
        if (message.role === 'log') lines += 1
        if (message.role !== 'log' || lines <= MAX_LOG_MESSAGES) this.#add.push(message)
      }
      for (const change of messages.change) this.#change.push(change)
      if (linesBefore <= MAX_LOG_MESSAGES && state.logs.length > MAX_LOG_MESSAGES) this.#cutLog(record, event.at)
      const child = childIn(event)
      if (child !== undefined) children.push(child)
      if (isRoot && event.type === 'released') this.#changeOwn({ status: 'processing' })
    }
    this.#states.push(state)
    if (isRoot) this.#root = state
    return children
  }

  /** Sets the status of the turn after all of its executions are converted. */
  conclude(): void {
    const { finishedAt } = this.#root ?? {}
    if (finishedAt === undefined) {
      const isAsking = this.#states.some(({ open }) => open.size > 0)
      this.#status = isAsking ? 'awaiting_input' : 'running'
      return
    }
    // Close the questions of its children too: they are being cancelled.
    for (const { open } of this.#states) {
      for (const asked of open) {
        this.#change.push(questionMessageChange({ ...asked, status: 'cancelled', why: 'stopped' }))
      }
    }
    if (this.#root !== undefined) this.#ended(this.#root, finishedAt)
  }

  /** The execution could not be started. */
  neverStarted(why: string, at: number): void {
    this.#finish({ status: 'failed', at, content: why, metadata: { level: 'error' } })
  }

  take(): { add: NewMessage[]; change: MessageChange[]; status?: SessionStatus } {
    // Executions of one turn are converted one after the other, so sort their messages by time.
    const add = this.#add.toSorted((a, b) => a.at - b.at)
    return { add, change: this.#change, ...(this.#status === undefined ? {} : { status: this.#status }) }
  }

  #ended(state: ExecutionState, at: number): void {
    const outputs = keptOutputsOf(state)
    const duration = at - (state.started?.at ?? at)
    const { status, failure } = state
    const facts = { duration, outputs: shownValues(outputs), execution_status: status }
    if (status === 'completed') {
      this.#sayOutputs(state, outputs, at)
      const content = `Done in ${(duration / 1000).toFixed(1)} s.`
      this.#finish({ status: 'completed', at, content, metadata: { level: 'info', ...facts } })
    } else if (status === 'cancelled') {
      this.#finish({ status: 'failed', at, content: 'Stopped.', metadata: { level: 'warning', ...facts } })
    } else {
      const metadata = { level: 'error', code: failure?.code ?? 'FAILED', ...facts }
      this.#finish({ status: 'failed', at, content: failure?.message ?? 'It failed.', metadata })
    }
  }

  #finish(end: { status: EndedTurnStatus; at: number; content: string; metadata: Record<string, unknown> }) {
    this.end = end.status
    this.#status = 'idle'
    this.#changeOwn({ status: end.status })
    const { at, content, metadata } = end
    // Clients enable their run button by this message.
    this.#say('end', { role: 'system', at, content, metadata: { source: 'pipeline', ...metadata, enableRun: true } })
  }

  /** A workflow without chat messages answers with its outputs. */
  #sayOutputs(state: ExecutionState, outputs: Record<string, unknown>, at: number): void {
    const speaks = state.index.plan.nodes.some(({ type }) => type === 'chat_output')
    const values = Object.values(outputs)
    if (speaks || values.length === 0) return
    const text = values.length === 1 ? textIn(values[0]) : undefined
    const content = text ?? `\`\`\`json\n${jsonOf(outputs)}\n\`\`\``
    this.#say('outputs', { role: 'assistant', at, content, metadata: { outputs: shownValues(outputs) } })
  }

  #cutLog({ id }: ExecutionRecord, at: number): void {
    const content = `Log truncated. The log of the execution ${id} has all lines.`
    this.#say(`cut ${id}`, { role: 'log', at, content, metadata: { level: 'warning', source: 'pipeline' } })
  }

  #say(which: string, message: Pick<NewMessage, 'role' | 'at' | 'content' | 'metadata'>): void {
    const { executionId, messageId } = this.#turn
    this.#add.push({
      id: stableId('message', executionId, which),
      status: 'completed',
      parentId: messageId,
      executionId,
      nodeId: null,
      ...message,
      content: shownText(message.content),
    })
  }

  #changeOwn(change: Omit<MessageChange, 'id'>): void {
    const earlier = this.#change.findIndex(({ id }) => id === this.#turn.messageId)
    const own = { id: this.#turn.messageId, ...change }
    if (earlier < 0) this.#change.push(own)
    else this.#change[earlier] = own
  }
}

/** The value if it is a string. */
function textIn(value: unknown): string | undefined {
  const isText = typeof value === 'string' || (value instanceof LargeJson && value.text.startsWith('"'))
  return isText ? String(plain(value)) : undefined
}

/** Outputs as JSON; large ones are not indented, which would parse them. */
function jsonOf(outputs: Readonly<Record<string, unknown>>): string {
  const all = objectOfKept(outputs)
  return all instanceof LargeJson ? all.text : JSON.stringify(all, null, 2)
}
