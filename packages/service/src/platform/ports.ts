/** What the rest of the service is handed and never makes itself: time, ids, randomness, a log, the node types. */
import type { Languages, NodeDefinition, StoredTypes } from '@millrace/model'

/** Time. Everything that needs it is handed this. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Identifiers that nobody can guess and that never repeat. */
export interface Ids {
  uuid(): string
}

/** Secrets are made of these bytes. */
export interface Random {
  bytes(count: number): Uint8Array
}

type LogLine = (facts: Readonly<Record<string, unknown>>, message: string) => void

/** One JSON line a call. Facts hold ids, counts and durations: never bodies, headers, tokens or query strings. */
export interface Log {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}

/** The node types on offer, and what is needed to check a node that uses them. */
export interface ServedCatalogue extends StoredTypes {
  /** What runs them. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly languages: Languages
}

/** Whether the service takes work, and since when it runs. */
export interface Lifecycle {
  readonly startedAt: number
  readonly isStopping: boolean
}
