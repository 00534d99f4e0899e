import type { Caller } from '@millrace/client'
import type { Client } from '../api/client.ts'

/** A document as the editor shows it. */
export type UnsavedWorkflow = NonNullable<Parameters<Client['sendPlaygroundMessage']>[0]['body']['workflow']>

/** Shared state of one playground. */
export interface PlaygroundContextValue {
  readonly client: Client
  readonly workflowId: string
  /** Undefined until loaded. */
  readonly caller: Caller | undefined
  /** Link to a run; absent if there is no such page. */
  readonly executionHref?: ((id: string) => string) | undefined
  /** The document to run instead of the stored workflow; absent outside of the editor. */
  readonly canvas?: (() => UnsavedWorkflow) | undefined
}
