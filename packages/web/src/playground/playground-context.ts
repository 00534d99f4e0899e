import type { Caller } from '@millrace/client'
import type { Client } from '../api/client.ts'

/** What the parts of one playground share. */
export interface PlaygroundContextValue {
  readonly client: Client
  readonly workflowId: string
  /** Undefined until it is known. */
  readonly caller: Caller | undefined
  /** Where a run can be seen; absent where there is no such place. */
  readonly executionHref?: ((id: string) => string) | undefined
}
