/** The conversation sent to a model: system prompt, history and message. */
import { isObject, type ModelMessage, type RunContext } from '@millrace/model'
import { asText } from '../running/as-text.ts'
import { badInput, kindOf, textAt } from '../running/input-values.ts'

export interface Conversation {
  readonly system?: string
  readonly messages: readonly ModelMessage[]
}

interface HistoryMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string
}

const MAX_MESSAGES = 1000
const MAX_CHARACTERS = 2_000_000
const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system'])

/** The prompt text on a port; rejects empty text, because every provider does. */
export function promptAt(inputs: RunContext['inputs'], port: string): string {
  const text = textAt(inputs, port)
  if (text.trim() === '') throw badInput(port, 'must not be empty')
  return text
}

/**
 * The input "message" after the input "history". System messages of the history are moved into the system prompt,
 * because several providers accept them only there.
 */
export function conversationOf({ inputs, log }: Pick<RunContext, 'inputs' | 'log'>, prompt = ''): Conversation {
  const message = promptAt(inputs, 'message')
  const history = newest(historyOf(inputs, log), log)
  const system = [prompt, ...history.filter(({ role }) => role === 'system').map(({ content }) => content)]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
  const said = history.filter(({ role }) => role !== 'system')
  // A conversation memory that received the message already has it as the last entry of its history.
  const last = said.at(-1)
  const before = last?.role === 'user' && last.content === message ? said.slice(0, -1) : said
  return {
    ...(system === '' ? {} : { system }),
    messages: [...before.map(({ role, content }) => ({ role, content })), { role: 'user', content: message }],
  }
}

function historyOf({ history = [] }: RunContext['inputs'], log: RunContext['log']): HistoryMessage[] {
  if (history === null) return []
  if (typeof history !== 'object') throw badInput('history', `must be a list of messages (got ${kindOf(history)})`)
  const all: readonly unknown[] = Array.isArray(history) ? history : [history]
  const said = all.map(messageIn)
  const ignored = said.filter((one) => one === undefined).length
  if (ignored > 0) {
    log(
      'warning',
      `Ignored ${ignored} of ${all.length} history entries that are not user, assistant or system messages.`,
    )
  }
  return said.filter((one) => one !== undefined).filter(({ content }) => content.trim() !== '')
}

function messageIn(value: unknown): HistoryMessage | undefined {
  if (!isObject(value) || !ROLES.has(value.role) || value.content === undefined) return undefined
  return { role: value.role as HistoryMessage['role'], content: contentOf(value.content) }
}

/** Some clients send content as a list of parts. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return asText(content)
  return content.map((part) => asText(isObject(part) && typeof part.text === 'string' ? part.text : part)).join('\n')
}

/** The most recent messages within the limits. */
function newest(said: readonly HistoryMessage[], log: RunContext['log']): readonly HistoryMessage[] {
  let from = said.length
  let characters = 0
  while (from > 0 && said.length - from < MAX_MESSAGES) {
    characters += said[from - 1]?.content.length ?? 0
    if (characters > MAX_CHARACTERS) break
    from--
  }
  if (from > 0) log('warning', `The history is too long: dropped its ${from} oldest messages.`)
  return said.slice(from)
}
