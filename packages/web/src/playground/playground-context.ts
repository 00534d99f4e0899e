import type { Caller } from '@millrace/client'
import type { Client } from '../api/client.ts'

/** Shared state of one playground. */
export interface PlaygroundContextValue {
  readonly client: Client
  readonly workflowId: string
  /** Undefined until loaded. */
  readonly caller: Caller | undefined
  /** Link to a run; absent if there is no such page. */
  readonly executionHref?: ((id: string) => string) | undefined
}
