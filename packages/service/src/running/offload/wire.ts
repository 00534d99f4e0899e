/** What a node is sent to a worker thread with, and what comes back: plain data, large values as text. */
import type { Failure, LogLine } from '@millrace/engine'

export type PortText = { readonly value: unknown } | { readonly json: string; readonly hash?: string }

export interface NodeToRun {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly inputs: Readonly<Record<string, PortText>>
  readonly launch: Readonly<Record<string, unknown>>
  readonly label: string
  /** Output ports that something is connected to. */
  readonly wired: readonly string[]
}

export type RanNode = { readonly logs: readonly LogLine[] } & (
  | { readonly outputs: Readonly<Record<string, PortText>>; readonly taken?: readonly string[] }
  | { readonly failure: Failure }
)
