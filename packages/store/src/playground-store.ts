/** The database port for conversations: sessions, messages, turns, questions, memories. */

import type { QuestionRow } from '@millrace/engine'
import type { MessageRole, MessageStatus, Person, SessionStatus, TurnStatus } from '@millrace/model'
import type { Page } from './page.ts'

export interface StoredSession {
  readonly id: string
  readonly workflowId: string
  readonly name: string
  readonly status: SessionStatus
  readonly createdAt: number
  readonly updatedAt: number
  readonly metadata: Readonly<Record<string, unknown>>
  /** The number of its newest message; 0 if it has none. */
  readonly lastMessage: number
  /** Incremented by every change of the session: an added or changed message, or a new status. */
  readonly lastChange: number
  /** Messages up to this number are no longer passed to the workflow: the session was reset after them. */
  readonly resetAt: number
}

export interface StoredMessage {
  readonly id: string
  readonly sessionId: string
  /** From 1, without gaps, for all roles. The oldest messages may have been removed. */
  readonly number: number
  /** The `lastChange` of the session when this message last changed. */
  readonly change: number
  readonly role: MessageRole
  readonly content: string
  readonly status: MessageStatus
  readonly at: number
  /** The user message that this one answers. */
  readonly parentId: string | null
  readonly executionId: string | null
  readonly nodeId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export type NewMessage = Omit<StoredMessage, 'sessionId' | 'number' | 'change'>

/** A change of a message: the given fields are replaced; metadata is merged key by key. */
export interface MessageChange {
  readonly id: string
  readonly status?: MessageStatus
  readonly content?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A user message and the execution that answers it. */
export interface StoredTurn {
  readonly sessionId: string
  readonly executionId: string
  readonly messageId: string
  readonly startedAt: number
  readonly status: TurnStatus
  /** The inputs of the execution, in case it has not been started yet. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** How many events of each execution of the turn have been turned into messages, by execution id. */
  readonly seen: Readonly<Record<string, number>>
}

/** A change of a session, written completely or not at all. */
export interface SessionStep {
  readonly sessionId: string
  readonly at: number
  readonly add?: readonly NewMessage[]
  readonly change?: readonly MessageChange[]
  readonly status?: SessionStatus
  /** The new name of the session. */
  readonly name?: string
  /** Write nothing unless the session has this status. */
  readonly ifStatus?: SessionStatus
  readonly resetAt?: 'now'
  /** Advances a turn; nothing is written unless `expect` equals the stored `seen`. */
  readonly turn?: {
    readonly executionId: string
    readonly expect: Readonly<Record<string, number>>
    readonly seen: Readonly<Record<string, number>>
    readonly status?: StoredTurn['status']
  }
}

export interface MessageQuery {
  /** Messages with a higher number, oldest first. */
  readonly since?: number
  /** Messages after this time, oldest first. */
  readonly sinceTime?: number
  /** The messages just below this number. */
  readonly before?: number
  /** The newest messages. */
  readonly latest?: boolean
  readonly limit: number
}

export interface MessagePage {
  /** Ascending by number for every query. */
  readonly items: readonly StoredMessage[]
  /** Whether newer messages follow the page. */
  readonly hasMore: boolean
  /** Whether older messages precede the page. */
  readonly hasOlder: boolean
}

export interface SessionPruneQuery {
  /** Removes sessions whose last activity was before this time. */
  readonly inactiveBefore: number
  readonly batch: number
}

export interface MessagePruneQuery {
  /** Removes messages from before this time. */
  readonly sentBefore: number
  /** Where the last batch ended; 0 to start. */
  readonly after: number
  /** How many sessions to look at. */
  readonly batch: number
}

export interface PrunedMessages {
  readonly messages: number
  /** Where the next batch starts; undefined after the last one. */
  readonly next: number | undefined
}

export interface PrunedSession {
  readonly id: string
  /** The executions of its turns and those that they called; all have finished. */
  readonly executions: readonly string[]
}

export interface SessionStore {
  /** False if there is no such workflow. */
  create(session: Omit<StoredSession, 'lastMessage' | 'lastChange' | 'resetAt' | 'status'>): Promise<boolean>
  get(id: string): Promise<StoredSession | undefined>
  /** Newest first. */
  list(workflowId: string, page: { limit: number; offset: number }): Promise<Page<StoredSession>>
  /** The number of sessions that a workflow has ever had, to name the next one. */
  count(workflowId: string): Promise<number>
  /** Removes the session with its messages, turns, memories and questions; the caller removes the executions. */
  remove(id: string): Promise<boolean>
  /**
   * Removes at most `batch` inactive sessions, oldest first, except those with an open turn, an open question or an
   * unfinished execution. The caller removes the executions.
   */
  prune(query: SessionPruneQuery): Promise<readonly PrunedSession[]>
  /** Removes the old messages of a batch of sessions, except those with an open turn or an open question. */
  pruneMessages(query: MessagePruneQuery): Promise<PrunedMessages>
  /** The newest `limit` turns of each session, oldest first, without their inputs. */
  turns(sessionIds: readonly string[], limit: number): Promise<readonly StoredTurn[]>
  /** The unfinished turn, if there is one. */
  openTurn(sessionId: string): Promise<StoredTurn | undefined>
  /** Unfinished turns by session id, starting after `after`, for recovery after a crash. */
  openTurns(after: string, limit: number): Promise<readonly StoredTurn[]>
  /** The turn whose root execution this is. */
  turnOf(executionId: string): Promise<StoredTurn | undefined>
  /**
   * Adds the user message and the turn and makes the session `running`, if it is `idle`. Returns `busy` if it is not
   * idle, undefined if there is no such session.
   */
  beginTurn(turn: Omit<StoredTurn, 'status' | 'seen'>, message: NewMessage): Promise<StoredMessage | 'busy' | undefined>
  /** Writes a step. Returns the added and changed messages; undefined if nothing was written. */
  step(step: SessionStep): Promise<{ session: StoredSession; messages: readonly StoredMessage[] } | undefined>
  messages(sessionId: string, query: MessageQuery): Promise<MessagePage>
  message(sessionId: string, id: string): Promise<StoredMessage | undefined>
  /** Messages that changed after `change`, in the order of their last change. */
  changedSince(sessionId: string, change: number, limit: number): Promise<readonly StoredMessage[]>
  /** Completed messages of users and assistant before a message and after the last reset, oldest first. */
  said(sessionId: string, before: number, limit: number): Promise<readonly StoredMessage[]>
}

export interface InterruptQuery {
  readonly executionId?: string
  readonly sessionId?: string
  readonly workflowId?: string
  /** Only of these projects; of all if it is not set. */
  readonly projects?: readonly string[]
  readonly type?: string
  readonly status?: QuestionRow['status']
  /** Only questions that this person may still answer: not restricted to others, and not answered by them yet. */
  readonly waitsFor?: Person
  readonly limit: number
  readonly offset: number
  /** Sessions and executions use oldest first, inboxes newest first. */
  readonly order: 'asc' | 'desc'
}

/**
 * Reads questions to people. The journal writes them in the same transaction as their events (`ExecutionSummary.questions`
 * of an append).
 */
export interface InterruptStore {
  get(id: string): Promise<QuestionRow | undefined>
  /** With `executionId`, also the questions of its descendants. */
  list(query: InterruptQuery): Promise<Page<QuestionRow>>
}

export interface MemoryOwner {
  readonly kind: 'session' | 'workflow' | 'execution'
  readonly id: string
}

/** Conversation memory. Deleted with its owner. */
export interface MemoryStore {
  /**
   * Adds messages unless this key was used before, keeps the newest `max`, and returns those, oldest first. The key
   * identifies the step that adds, which may run twice after a crash.
   */
  remember(
    owner: MemoryOwner,
    key: string,
    add: { readonly messages: readonly { readonly role: string; readonly content: string }[]; readonly max: number },
  ): Promise<readonly { readonly role: string; readonly content: string }[]>
  clear(owner: MemoryOwner): Promise<void>
}
