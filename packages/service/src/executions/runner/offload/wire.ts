/** Messages to and from a worker thread that runs a node: plain data, large values as text. */
import type { MessagePort } from 'node:worker_threads'
import type { Failure, LogLine } from '@millrace/engine'
import type { CallLimits } from '../../../effects/sandbox/sandbox-calls.ts'

export type PortText = { readonly value: unknown } | { readonly json: string; readonly hash?: string | undefined }

/** A value of the result; `sameAs` is the input with the same JSON, of which only the hash is sent back. */
export type ResultText = PortText | { readonly sameAs: string; readonly hash: string }

export interface NodeToRun {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly inputs: Readonly<Record<string, PortText>>
  readonly launch: Readonly<Record<string, PortText>>
  readonly label: string
  /** Connected output ports. */
  readonly wired: readonly string[]
  /** The port to the sandbox, for nodes that use it. */
  readonly sandbox?: { readonly port: MessagePort; readonly limits: CallLimits }
}

export type RanNode = { readonly logs: readonly LogLine[] } & (
  | { readonly outputs: Readonly<Record<string, ResultText>>; readonly taken?: readonly string[] }
  | { readonly failure: Failure }
)
