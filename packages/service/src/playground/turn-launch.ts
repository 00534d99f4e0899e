/** The launch inputs of a turn. */
import type { ExecutionRecord } from '@millrace/engine'
import { isObject } from '@millrace/model'
import type { SessionStore, StoredMessage, StoredSession } from '@millrace/store'

/** The message of a person and the conversation before it. */
export interface ChatInput {
  readonly message: string
  readonly history: readonly { readonly role: string; readonly content: string }[]
  readonly session_id: string
}

const MAX_HISTORY_MESSAGES = 100
const MAX_HISTORY_CHARACTERS = 200_000

/** Every chat input gets the message and the conversation before it; explicit inputs of the caller take precedence. */
export function launchOf(
  { nodes }: ExecutionRecord['plan'],
  inputs: Readonly<Record<string, unknown>>,
  chat: ChatInput,
): Record<string, unknown> {
  const launch: Record<string, unknown> = { ...inputs }
  for (const { id, type } of nodes) {
    if (type !== 'chat_input') continue
    const given = Object.hasOwn(inputs, id) ? inputs[id] : undefined
    const { message, ...rest } = chat
    launch[id] = { ...rest, ...(message === '' ? {} : { message }), ...(isObject(given) ? given : {}) }
  }
  return launch
}

/** The newest messages of people and assistant before a message, oldest first, within the limits. */
export async function saidBefore(
  sessions: Pick<SessionStore, 'said'>,
  { id, lastMessage }: StoredSession,
  before = lastMessage + 1,
): Promise<ChatInput['history']> {
  const said = await withoutReplaced(sessions, id, before)
  let room = MAX_HISTORY_CHARACTERS
  const kept = said
    .flatMap(spoken)
    .toReversed()
    .filter(({ content }) => {
      room -= content.length
      return room >= 0
    })
  return kept.toReversed()
}

/** Skips messages that later ones replaced: a message that replaces another continues at the one before that. */
async function withoutReplaced(
  sessions: Pick<SessionStore, 'said'>,
  id: string,
  end: number,
): Promise<readonly StoredMessage[]> {
  const kept: StoredMessage[] = []
  let before = end
  while (kept.length < MAX_HISTORY_MESSAGES) {
    const page = await sessions.said(id, before, MAX_HISTORY_MESSAGES)
    if (page.length === 0) break
    for (const message of page.toReversed()) {
      // Replaced by a message that was taken before.
      if (message.number >= before) continue
      kept.push(message)
      const { replaces } = message.metadata
      before = typeof replaces === 'number' ? Math.min(replaces, message.number) : message.number
    }
  }
  return kept.slice(0, MAX_HISTORY_MESSAGES).toReversed()
}

type Spoken = ChatInput['history'][number]

/** A question is followed by its answer; an unanswered one is left out. */
function spoken({ role, content, metadata }: StoredMessage): Spoken[] {
  if (metadata.type !== 'interrupt_request') return [{ role, content }]
  const { response_value: answer } = metadata
  if (answer === undefined || answer === null) return []
  return [
    { role, content },
    { role: 'user', content: typeof answer === 'string' ? answer : JSON.stringify(answer) },
  ]
}
