/** Conversations with workflows as the routes use them. `playground.ts` makes one. Unknown ids are NOT_FOUND. */
import type { SessionStatus } from '@millrace/model'
import type { MessagePage, MessageQuery, Page, StoredMessage, StoredSession, StoredTurn } from '@millrace/store'
import type { Delta } from '../executions/streams/partial-output.ts'
import type { Caller } from '../platform/caller.ts'

/** A session with its turns, oldest first (the newest thousand). */
export interface SessionView {
  readonly session: StoredSession
  readonly turns: readonly StoredTurn[]
}

export interface NewSession {
  readonly name?: string | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
}

export interface NewTurn {
  readonly content: string
  /** `{nodeId: {port or setting: value}}`; keys that are no node id are offered to the start node. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
}

/** What somebody who follows a session is told. `message` and `status` can be resumed after; the others are fleeting. */
export type SessionNews =
  | { readonly event: 'message'; readonly change: number; readonly message: StoredMessage }
  | { readonly event: 'status'; readonly change: number; readonly status: SessionStatus }
  | Delta

export interface Playground {
  /** The workflow by id or machine name. */
  create(workflow: string, session: NewSession): Promise<SessionView>
  /** Newest first. */
  list(workflow: string, page: { limit: number; offset: number }): Promise<Page<SessionView>>
  get(id: string): Promise<SessionView>
  /** With everything below it: messages, questions, memory, and the executions that were its turns. */
  remove(id: string): Promise<void>
  /** SESSION_BUSY while an earlier message is not complete; VALIDATION_ERROR when the workflow cannot run. Durable. */
  send(id: string, turn: NewTurn, by: Caller): Promise<StoredMessage>
  messages(id: string, query: MessageQuery): Promise<MessagePage & { readonly status: SessionStatus }>
  message(id: string, messageId: string): Promise<StoredMessage>
  /** Ends what runs and waits; false when there was nothing. The session is idle when it resolves. */
  stop(id: string): Promise<boolean>
  /** As stop, and the conversation starts anew: what was said before is kept, but told to the workflow no more. */
  reset(id: string): Promise<void>
  /** Everything from a change on, as it happens; 0 for all. Ends when the signal aborts or the session goes. */
  follow(id: string, from: { readonly after: number; readonly signal: AbortSignal }): AsyncIterable<SessionNews>
  /** Ends the streams of sessions that are gone: with their workflow they go without being asked for. */
  endGone(): Promise<void>
  /** Resolves when what is in the history of an execution of a session has become messages, or after a while. */
  settled(sessionId: string, maxMs: number): Promise<void>
}
