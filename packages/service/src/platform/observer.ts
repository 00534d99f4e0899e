/** What the service reports about its work: to metrics, the access log and traces. Nothing is reported if all are off. */
import type { Usage } from '@millrace/model'
import type { Caller } from './caller.ts'

/** A request whose response has been sent, or whose client has disconnected. */
export interface EndedRequest {
  readonly id: string
  readonly method: string
  /** Without the query, which may contain a ticket. */
  readonly path: string
  /** 499 if the client disconnected before the response began. */
  readonly status: number
  readonly seconds: number
  /** The address of the client. */
  readonly address: string
  /** Undefined for a path without a route. */
  readonly operation: string | undefined
  /** Undefined if the request was rejected before its caller was known. */
  readonly caller: Pick<Caller, 'id' | 'name' | 'via'> | undefined
  /** The execution that it started or is about. */
  readonly execution: string | undefined
  /** An event stream or a WebSocket, which lasts as long as its client wants. */
  readonly isStream: boolean
}

/** A call to a model provider that has ended. */
export interface ModelExchange {
  readonly provider: string
  readonly model: string
  readonly seconds: number
  /** Undefined if the call failed. */
  readonly usage?: Usage
  /** Undefined if the model has no price. */
  readonly cost?: number
  /** The error code of a failed call. */
  readonly code?: string
}

/** A commit of the journal that has ended. */
export interface JournalCommit {
  /** Commits contain the changes of several executions. */
  readonly changes: number
  readonly seconds: number
  readonly isWritten: boolean
}

/** A scheduled backup that was written or failed. */
export interface EndedBackup {
  readonly isWritten: boolean
  /** In milliseconds. */
  readonly at: number
}

/** Heavy steps of this worker that another worker has computed (`out`), or the reverse (`in`). */
export type MoveDirection = 'in' | 'out'

/** Its methods must not throw: they are called while the work is done. */
export interface Observer {
  readonly requestEnded?: (request: EndedRequest) => void
  readonly modelCallEnded?: (exchange: ModelExchange) => void
  readonly backupEnded?: (backup: EndedBackup) => void
  readonly stepMoved?: (direction: MoveDirection) => void
  readonly journalCommitted?: (commit: JournalCommit) => void
}

/** What is observed, and the clock that measures it. */
export interface Observation {
  /** Seconds of a clock that is never set. */
  readonly seconds: () => number
  readonly observers: readonly Observer[]
}
