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
  /** The source files of custom types, by type. */
  readonly files: ReadonlyMap<string, string>
  /** The SVG texts of custom types that have an icon of their own, by type. */
  readonly icons: ReadonlyMap<string, string>
  readonly languages: Languages
  readonly version: number
  /** Files that are invalid: after a reload their last valid version is used, at the start none. */
  readonly problems: readonly NodeFileProblem[]
  /** Why a type is missing: the problem of the file with its name; undefined if there is no such file. */
  whyMissing(typeId: string): string | undefined
  /** Calls the listener after each reload; the returned function unsubscribes. */
  onReload(listener: () => void): () => void
}

/** For clients: without the folders of the service. */
export interface NodeFileProblem {
  readonly file: string
  readonly message: string
}

/** The state of this process in its cluster. */
export interface ClusterState {
  readonly isRestateReachable: () => Promise<boolean>
  /** Whether Restate knows the workers of this version; undefined in a process that is not a worker. */
  readonly isRegistered: () => boolean | undefined
}

/** Whether the service is starting or stopping, and when it started. */
export interface Lifecycle {
  readonly startedAt: number
  /** True until the executions of an earlier process are resumed; other requests wait until then. */
  readonly isStarting: boolean
  readonly isStopping: boolean
  /** True after a restore with `--paused`: nothing is started until an admin resumes the service. */
  readonly isPaused: boolean
  /** Ends the pause; false if the service was not paused. */
  resume(): Promise<boolean>
  /** True if it stops and a standby accepts the requests. */
  readonly isLeaving?: boolean
}
