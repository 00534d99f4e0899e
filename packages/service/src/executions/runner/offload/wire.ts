/** What a node is sent to a worker thread with, and what comes back: plain data, large values as text. */
import type { MessagePort } from 'node:worker_threads'
import type { Failure, LogLine } from '@millrace/engine'
import type { CallLimits } from '../../../effects/sandbox/sandbox-calls.ts'

export type PortText = { readonly value: unknown } | { readonly json: string; readonly hash?: string }

export interface NodeToRun {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
  readonly inputs: Readonly<Record<string, PortText>>
  readonly launch: Readonly<Record<string, PortText>>
  readonly label: string
  /** Output ports that something is connected to. */
  readonly wired: readonly string[]
  /** Of a node that uses the sandbox: the way to it. */
  readonly sandbox?: { readonly port: MessagePort; readonly limits: CallLimits }
}

export type RanNode = { readonly logs: readonly LogLine[] } & (
  | { readonly outputs: Readonly<Record<string, PortText>>; readonly taken?: readonly string[] }
  | { readonly failure: Failure }
)
