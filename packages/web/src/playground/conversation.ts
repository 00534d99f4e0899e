import type { PlaygroundMessage as Message, PlaygroundMessageList, TextDelta } from '@millrace/client'
import { isMessageOver, isSessionBusy, type SessionStatus } from '@millrace/model'
/**
 * The state of a conversation: a gapless window of its messages up to the newest, and the texts that nodes are still
 * writing. Pure; updates may arrive twice, late and from two sources (the stream and a page) and lead to the same
 * state.
 *
 * C1 Messages are sorted by number, each once; the latest update of a message replaces earlier ones.
 * C2 The stream adds nothing older than the window: older messages arrive with the requested page, otherwise there
 * would be a gap.
 * C3 A draft is removed when its message arrives, and at the latest when the turn ends.
 */

/** The relevant fields of a page of messages. */
export type MessagePage = Pick<PlaygroundMessageList, 'data' | 'hasMore' | 'hasOlder' | 'sessionStatus'>

export interface Draft {
  /** Key of the execution and the job. */
  readonly key: string
  readonly executionId: string
  readonly nodeId: string
  readonly text: string
}

export interface Conversation {
  /** False until the first page is loaded. */
  readonly isLoaded: boolean
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  readonly status: SessionStatus
  readonly drafts: readonly Draft[]
}

export const EMPTY: Conversation = { isLoaded: false, messages: [], hasOlder: false, status: 'idle', drafts: [] }

/** Adds the newest page, which starts the window. */
export function withLatest(state: Conversation, page: MessagePage): Conversation {
  const messages = state.isLoaded ? merged(state.messages, page.data) : page.data
  const hasOlder = state.isLoaded ? state.hasOlder : page.hasOlder
  return withStatus({ ...state, isLoaded: true, messages, hasOlder }, page.sessionStatus)
}

/** Adds the page before the window. */
export function withOlder(state: Conversation, page: MessagePage): Conversation {
  return { ...state, messages: merged(page.data, state.messages), hasOlder: page.hasOlder }
}

/** Adds a page after some message of the window, used without a stream. */
export function withNewer(state: Conversation, page: MessagePage): Conversation {
  const next = page.data.reduce(withMessage, state)
  return page.hasMore ? next : withStatus(next, page.sessionStatus)
}

/** Adds or updates a message. */
export function withMessage(state: Conversation, message: Message): Conversation {
  const first = state.messages[0]?.sequenceNumber ?? 0
  if (state.hasOlder && message.sequenceNumber < first) return state
  return { ...state, messages: merged(state.messages, [message]), drafts: draftsAfter(state.drafts, message) }
}

export function withStatus(state: Conversation, status: SessionStatus): Conversation {
  const drafts = status === 'idle' ? [] : state.drafts
  return { ...state, status, drafts }
}

/** Adds a piece of text. Repeated pieces change nothing; a first piece starts the text again. */
export function withDelta(state: Conversation, { executionId, nodeId, job, from, text }: TextDelta): Conversation {
  const key = `${executionId} ${job}`
  const at = state.drafts.findIndex((draft) => draft.key === key)
  const before = state.drafts[at]?.text ?? ''
  // The text between the pieces is missing for now; the complete text arrives as a message.
  const kept = from > before.length ? `${before}…` : before.slice(0, from)
  const draft: Draft = { key, executionId, nodeId, text: kept + text }
  const drafts = at < 0 ? [...state.drafts, draft] : state.drafts.with(at, draft)
  return { ...state, drafts }
}

/** True while a turn is running, so no message can be sent. */
export function isBusy({ status }: Pick<Conversation, 'status'>): boolean {
  return isSessionBusy(status)
}

/** The message number from which a page contains everything that may have changed. */
export function pollFrom({ messages }: Conversation): number {
  const open = messages.find(({ status }) => !isMessageOver(status))
  return open === undefined ? (messages.at(-1)?.sequenceNumber ?? 0) : open.sequenceNumber - 1
}

function merged(before: readonly Message[], news: readonly Message[]): Message[] {
  const last = before.at(-1)?.sequenceNumber ?? 0
  if (news.every((message) => message.sequenceNumber > last)) return [...before, ...news].toSorted(byNumber)
  const byId = new Map(before.map((message) => [message.id, message]))
  for (const message of news) {
    const known = byId.get(message.id)
    byId.set(message.id, known === undefined ? message : newer(known, message))
  }
  return [...byId.values()].toSorted(byNumber)
}

const ORDER = { pending: 0, processing: 1, completed: 2, failed: 2 } as const

/** A page that was requested earlier may arrive after newer updates of the stream. */
function newer(known: Message, received: Message): Message {
  return ORDER[received.status] < ORDER[known.status] ? known : received
}

function byNumber(a: Message, b: Message): number {
  return a.sequenceNumber - b.sequenceNumber
}

/** The drafts that are not a message yet. If no draft matches, the oldest of the execution is removed. */
function draftsAfter(drafts: readonly Draft[], message: Message): readonly Draft[] {
  const { role, origin, executionId, content } = message
  if (drafts.length === 0 || role === 'user' || role === 'log' || executionId === undefined) return drafts
  const text = plain(content)
  const rest = drafts.filter((draft) => draft.executionId !== executionId || !text.includes(plain(draft.text)))
  if (rest.length < drafts.length || origin !== 'workflow') return rest
  const oldest = drafts.find((draft) => draft.executionId === executionId)
  return drafts.filter((draft) => draft !== oldest)
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
