/** What the service may ask of the database about conversations: sessions, messages, turns, questions, memories. */

import type { QuestionRow } from '@millrace/engine'
import type { MessageRole, MessageStatus, SessionStatus, TurnStatus } from '@millrace/model'
import type { Page } from './page.ts'

export interface StoredSession {
  readonly id: string
  readonly workflowId: string
  readonly name: string
  readonly status: SessionStatus
  readonly createdAt: number
  readonly updatedAt: number
  readonly metadata: Readonly<Record<string, unknown>>
  /** The number of its newest message; 0 when it has none. */
  readonly lastMessage: number
  /** Grows with everything that changes in the session: a message that is added or changed, or the status. */
  readonly lastChange: number
  /** Messages up to this number are not told to the workflow any more: the session was reset after them. */
  readonly resetAt: number
}

export interface StoredMessage {
  readonly id: string
  readonly sessionId: string
  /** From 1, without gaps, over all roles. */
  readonly number: number
  /** The change of the session that it was last touched by. */
  readonly change: number
  readonly role: MessageRole
  readonly content: string
  readonly status: MessageStatus
  readonly at: number
  /** The user message that it answers. */
  readonly parentId: string | null
  readonly executionId: string | null
  readonly nodeId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export type NewMessage = Omit<StoredMessage, 'sessionId' | 'number' | 'change'>

/** A message that is changed: what is given replaces what it has; metadata is merged key by key. */
export interface MessageChange {
  readonly id: string
  readonly status?: MessageStatus
  readonly content?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A message of a person and the execution that answers it. */
export interface StoredTurn {
  readonly sessionId: string
  readonly executionId: string
  readonly messageId: string
  readonly startedAt: number
  readonly status: TurnStatus
  /** What the execution is started with, should that not have happened yet. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** How many events of each execution of the turn have become messages, by execution id. */
  readonly seen: Readonly<Record<string, number>>
}

/** What becomes of a session in one step: all of it or nothing. */
export interface SessionStep {
  readonly sessionId: string
  readonly at: number
  readonly add?: readonly NewMessage[]
  readonly change?: readonly MessageChange[]
  readonly status?: SessionStatus
  /** Nothing is written unless the session has this status. */
  readonly ifStatus?: SessionStatus
  readonly resetAt?: 'now'
  /** Moves a turn on; nothing is written unless `expect` is what the turn has seen so far. */
  readonly turn?: {
    readonly executionId: string
    readonly expect: Readonly<Record<string, number>>
    readonly seen: Readonly<Record<string, number>>
    readonly status?: StoredTurn['status']
  }
}

export interface MessageQuery {
  /** Numbers above this, oldest first. */
  readonly since?: number
  /** Later than this time, oldest first. */
  readonly sinceTime?: number
  /** The page right below this number. */
  readonly before?: number
  /** The newest page. */
  readonly latest?: boolean
  readonly limit: number
}

export interface MessagePage {
  /** Ascending by number, whatever was asked. */
  readonly items: readonly StoredMessage[]
  /** Newer ones follow the page. */
  readonly hasMore: boolean
  /** Older ones come before the page. */
  readonly hasOlder: boolean
}

export interface SessionStore {
  /** False when there is no such workflow. */
  create(session: Omit<StoredSession, 'lastMessage' | 'lastChange' | 'resetAt' | 'status'>): Promise<boolean>
  get(id: string): Promise<StoredSession | undefined>
  /** Newest first. */
  list(workflowId: string, page: { limit: number; offset: number }): Promise<Page<StoredSession>>
  /** How many sessions a workflow has ever had, for naming the next. */
  count(workflowId: string): Promise<number>
  /** Removes the session with its messages, turns, memories and questions; the executions are the caller's to remove. */
  remove(id: string): Promise<boolean>
  /** The turns of some sessions, oldest first, at most `limit` (the newest) of each, without their inputs. */
  turns(sessionIds: readonly string[], limit: number): Promise<readonly StoredTurn[]>
  /** The turn that is not over, if there is one. */
  openTurn(sessionId: string): Promise<StoredTurn | undefined>
  /** Every turn that is not over, for a start after a crash; by session id, after this one. */
  openTurns(after: string, limit: number): Promise<readonly StoredTurn[]>
  /** Which turn an execution is the root of. */
  turnOf(executionId: string): Promise<StoredTurn | undefined>
  /**
   * Adds the user's message and the turn, and makes the session `running`, only if it is `idle`; `busy` when it is not,
   * undefined when there is no such session.
   */
  beginTurn(turn: Omit<StoredTurn, 'status' | 'seen'>, message: NewMessage): Promise<StoredMessage | 'busy' | undefined>
  /** Does a step. The messages that were added or changed, as they are now; undefined when nothing was written. */
  step(step: SessionStep): Promise<{ session: StoredSession; messages: readonly StoredMessage[] } | undefined>
  messages(sessionId: string, query: MessageQuery): Promise<MessagePage>
  message(sessionId: string, id: string): Promise<StoredMessage | undefined>
  /** Messages touched after a change, in the order in which they were touched last. */
  changedSince(sessionId: string, change: number, limit: number): Promise<readonly StoredMessage[]>
  /** What people and assistant said before a message, oldest first: completed ones, after the last reset. */
  said(sessionId: string, before: number, limit: number): Promise<readonly StoredMessage[]>
}

export interface InterruptQuery {
  readonly executionId?: string
  readonly sessionId?: string
  readonly workflowId?: string
  readonly type?: string
  readonly status?: QuestionRow['status']
  /** Only what this person may still answer: on no list of others, and not answered by them yet. */
  readonly waitsFor?: { readonly id: string; readonly name: string }
  readonly limit: number
  readonly offset: number
  /** Oldest first in a session or execution, newest first in an inbox. */
  readonly order: 'asc' | 'desc'
}

/** Questions to people. Written by the journal (`ExecutionSummary.questions` of an append, not a parameter of its own) with the events that they follow from; here they are only read. */
export interface InterruptStore {
  get(id: string): Promise<QuestionRow | undefined>
  /** With `executionId`, those of everything that it called, and that those called, as well. */
  list(query: InterruptQuery): Promise<Page<QuestionRow>>
}

export interface MemoryOwner {
  readonly kind: 'session' | 'workflow' | 'execution'
  readonly id: string
}

/** What conversations remember. Goes with its owner. */
export interface MemoryStore {
  /**
   * Adds messages unless something was added under this key before, keeps the newest `max`, and gives those, oldest
   * first. The key is of the step that adds, which may do so twice after a crash.
   */
  remember(
    owner: MemoryOwner,
    key: string,
    add: { readonly messages: readonly { readonly role: string; readonly content: string }[]; readonly max: number },
  ): Promise<readonly { readonly role: string; readonly content: string }[]>
  clear(owner: MemoryOwner): Promise<void>
}
