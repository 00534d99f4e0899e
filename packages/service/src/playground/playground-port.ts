/** Conversations with workflows, as used by the routes. Implemented in `playground.ts`. Unknown ids are NOT_FOUND. */
import type { SessionStatus } from '@millrace/model'
import type { MessagePage, MessageQuery, Page, StoredMessage, StoredSession, StoredTurn } from '@millrace/store'
import type { UnsavedWorkflow } from '../executions/preparer.ts'
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
  /** `{nodeId: {port or setting: value}}`; other keys go to the start node. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined
  /** The id of an earlier message of a person, which is no longer passed to the workflow with all that follow it. */
  readonly replaces?: string | undefined
  /** Run this document instead of the stored workflow. */
  readonly workflow?: UnsavedWorkflow | undefined
}

/** An event for a follower of a session. Only `message` and `status` have numbers to resume from. */
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
  rename(id: string, name: string): Promise<void>
  /** Deletes it with its messages, questions, memory and executions. */
  remove(id: string): Promise<void>
  /** SESSION_BUSY while an earlier message is not complete; VALIDATION_ERROR when the workflow cannot run. Durable. */
  send(id: string, turn: NewTurn, by: Caller): Promise<StoredMessage>
  messages(id: string, query: MessageQuery): Promise<MessagePage & { readonly status: SessionStatus }>
  message(id: string, messageId: string): Promise<StoredMessage>
  /** Cancels running and queued executions; false if there were none. The session is idle when it resolves. */
  stop(id: string): Promise<boolean>
  /** Stops, then starts a new conversation: earlier messages are kept but no longer passed to the workflow. */
  reset(id: string): Promise<void>
  /** All events after a change number; 0 for all. Ends when the signal aborts or the session is deleted. */
  follow(id: string, from: { readonly after: number; readonly signal: AbortSignal }): AsyncIterable<SessionNews>
  /** Ends the streams of sessions that were deleted with their workflow. */
  endGone(): Promise<void>
  /** Resolves when the events of a session's execution are stored as messages, or after a timeout. */
  settled(sessionId: string, maxMs: number): Promise<void>
}
