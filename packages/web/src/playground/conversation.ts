import type { PlaygroundMessage as Message, PlaygroundMessageList, TextDelta } from '@millrace/client'
import { isMessageOver, isSessionBusy, type SessionStatus } from '@millrace/model'
/**
 * What is known of a conversation: a window of its messages without gaps, up to the newest, and the texts that nodes are
 * still writing. Pure; news may come twice, late and from two sides (the stream and a page) and make the same picture.
 *
 * C1 Messages are in the order of their numbers, each once, the one told last in the place of earlier ones.
 * C2 Nothing older than the window gets in by the stream: it comes with the page that is asked for, or a gap would show.
 * C3 A draft is gone when the message that it became is there, and at the latest when the turn is over.
 */

/** A page of messages, as far as it matters here. */
export type MessagePage = Pick<PlaygroundMessageList, 'data' | 'hasMore' | 'hasOlder' | 'sessionStatus'>

export interface Draft {
  /** Of the execution and the job. */
  readonly key: string
  readonly executionId: string
  readonly nodeId: string
  readonly text: string
}

export interface Conversation {
  /** False until the first page is there. */
  readonly isLoaded: boolean
  readonly messages: readonly Message[]
  readonly hasOlder: boolean
  readonly status: SessionStatus
  readonly drafts: readonly Draft[]
}

export const EMPTY: Conversation = { isLoaded: false, messages: [], hasOlder: false, status: 'idle', drafts: [] }

/** With the newest page, which begins the window. */
export function withLatest(state: Conversation, page: MessagePage): Conversation {
  const messages = state.isLoaded ? merged(state.messages, page.data) : page.data
  const hasOlder = state.isLoaded ? state.hasOlder : page.hasOlder
  return withStatus({ ...state, isLoaded: true, messages, hasOlder }, page.sessionStatus)
}

/** With the page before the window. */
export function withOlder(state: Conversation, page: MessagePage): Conversation {
  return { ...state, messages: merged(page.data, state.messages), hasOlder: page.hasOlder }
}

/** With a page after some message of the window, when there is no stream. */
export function withNewer(state: Conversation, page: MessagePage): Conversation {
  const next = page.data.reduce(withMessage, state)
  return page.hasMore ? next : withStatus(next, page.sessionStatus)
}

/** With a message that is new or has changed. */
export function withMessage(state: Conversation, message: Message): Conversation {
  const first = state.messages[0]?.sequenceNumber ?? 0
  if (state.hasOlder && message.sequenceNumber < first) return state
  return { ...state, messages: merged(state.messages, [message]), drafts: draftsAfter(state.drafts, message) }
}

export function withStatus(state: Conversation, status: SessionStatus): Conversation {
  const drafts = status === 'idle' ? [] : state.drafts
  return { ...state, status, drafts }
}

/** With a piece of text. Pieces that were told before change nothing; a first piece begins anew. */
export function withDelta(state: Conversation, { executionId, nodeId, job, from, text }: TextDelta): Conversation {
  const key = `${executionId} ${job}`
  const at = state.drafts.findIndex((draft) => draft.key === key)
  const before = state.drafts[at]?.text ?? ''
  // What is missing between the pieces is lost for now; the whole text comes as a message.
  const kept = from > before.length ? `${before}…` : before.slice(0, from)
  const draft: Draft = { key, executionId, nodeId, text: kept + text }
  const drafts = at < 0 ? [...state.drafts, draft] : state.drafts.with(at, draft)
  return { ...state, drafts }
}

/** Whether a message may be sent. */
export function isBusy({ status }: Pick<Conversation, 'status'>): boolean {
  return isSessionBusy(status)
}

/** From which number on a page is needed to learn of everything that may have changed. */
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

/** A page that was asked for earlier may arrive after the stream has told more. */
function newer(known: Message, told: Message): Message {
  return ORDER[told.status] < ORDER[known.status] ? known : told
}

function byNumber(a: Message, b: Message): number {
  return a.sequenceNumber - b.sequenceNumber
}

/** The drafts that are not yet a message. One that nothing resembles is taken to be the oldest of its execution. */
function draftsAfter(drafts: readonly Draft[], message: Message): readonly Draft[] {
  const { role, origin, executionId, content } = message
  if (drafts.length === 0 || role === 'user' || role === 'log' || executionId === undefined) return drafts
  const said = plain(content)
  const rest = drafts.filter((draft) => draft.executionId !== executionId || !said.includes(plain(draft.text)))
  if (rest.length < drafts.length || origin !== 'workflow') return rest
  const oldest = drafts.find((draft) => draft.executionId === executionId)
  return drafts.filter((draft) => draft !== oldest)
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
