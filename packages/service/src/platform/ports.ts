/** Ports that are injected into the rest of the service: time, ids, randomness, the log, the node types. */
import type { Languages, NodeDefinition, StoredTypes } from '@millrace/model'

/** The time. No other code reads the system clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Unique identifiers that cannot be guessed. */
export interface Ids {
  uuid(): string
}

/** Random bytes for secrets. */
export interface Random {
  bytes(count: number): Uint8Array
}

type LogLine = (facts: Readonly<Record<string, unknown>>, message: string) => void

/** Writes one JSON line per call. Facts are ids, counts and durations; never bodies, headers, tokens or query strings. */
export interface Log {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
}

/** The available node types, and what is needed to validate nodes of these types. */
export interface ServedCatalogue extends StoredTypes {
  /** The implementations, by type. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly languages: Languages
}

/** Whether the service is starting or stopping, and when it started. */
export interface Lifecycle {
  readonly startedAt: number
  /** True until the executions of an earlier process are resumed; other requests wait until then. */
  readonly isStarting: boolean
  readonly isStopping: boolean
}
