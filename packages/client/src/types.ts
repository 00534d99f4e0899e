/** Types of the client that do not come from the routes. */

export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined
  /** Further headers, such as `If-Match` or `Idempotency-Key`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface StreamOptions extends RequestOptions {
  /** Continue after the event with this id. */
  readonly lastEventId?: string | undefined
  /** Called with true when the connection is up and with false when it is lost and will be opened again. */
  readonly onConnection?: ((isUp: boolean) => void) | undefined
}

/** An operation that takes no arguments. */
export type NoArgs = Readonly<Record<string, never>>

/** A part of a list. */
export interface Page<T> {
  readonly items: T[]
  /** Number of items in the whole list; undefined if the service does not send it. */
  readonly total: number | undefined
  /** Most items that this page could have; smaller than requested if the items are very large. */
  readonly limit: number | undefined
  readonly offset: number
  /** A search stopped before the end of the list; the total counts what it has found. */
  readonly isPartial?: true
}

/** A document that was saved, and what is saved but will not work. */
export interface Saved<T> {
  readonly data: T
  readonly warnings: string[]
}

/** A Server-Sent Event. `data` is the parsed JSON. */
export interface StreamEvent<Name extends string = string, Data = unknown> {
  readonly event: Name
  readonly data: Data
  /** To be passed as `lastEventId`; undefined for events that cannot be resumed from. */
  readonly id: string | undefined
}
