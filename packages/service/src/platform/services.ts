import type { Store } from '@millrace/store'
import type { Config } from './config.ts'
import type { KeyRotation } from './key-rotation.ts'
import type { Observation } from './observer.ts'
import type { Clock, ClusterState, Ids, Lifecycle, Log } from './ports.ts'
import type { Vault } from './secrets.ts'
import type { Workers } from './workers/workers.ts'

/** Services that every capability may use. */
export interface PlatformServices {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
  readonly store: Store
  readonly vault: Vault
  readonly keyRotation: KeyRotation
  readonly workers: Workers
  readonly lifecycle: Lifecycle
  /** Undefined if nothing is observed. */
  readonly observation?: Observation | undefined
  /** Undefined without a cluster. */
  readonly clusterState?: ClusterState | undefined
}
