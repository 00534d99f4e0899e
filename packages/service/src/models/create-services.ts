import type { Platform } from '../platform/create-services.ts'
import { type Connections, createConnections } from './connections.ts'

/** The connections to model providers; the models are effects, which use the connections. */
export function createModelConnections({ store, vault, clock, ids }: Platform): Connections {
  return createConnections({ store: store.connections, vault, clock, ids })
}
