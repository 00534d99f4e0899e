/** Names of the models of connections, as the provider lists them; kept for a minute, because forms request them often. */
import type { StepModels } from '../effects/models/create-models.ts'
import type { Clock } from '../platform/ports.ts'
import type { Connections } from './connections.ts'

export interface ModelNames {
  /** The names of a connection's models; empty if there is no such connection or its list cannot be read. */
  of(connection: string, signal: AbortSignal): Promise<readonly string[]>
}

interface Needs {
  readonly connections: Pick<Connections, 'get'>
  readonly models: Pick<StepModels, 'list'>
  readonly clock: Clock
}

const KEPT_MS = 60_000
const MAX_KEPT = 100

export function createModelNames({ connections, models, clock }: Needs): ModelNames {
  const kept = new Map<string, { readonly until: number; readonly names: readonly string[] }>()
  return {
    async of(connection, signal) {
      const record = await connections.get(connection).catch(() => undefined)
      if (record === undefined) return []
      // A changed connection may have other models.
      const key = `${record.id} ${record.updatedAt}`
      const found = kept.get(key)
      if (found !== undefined && found.until > clock.now()) return found.names
      const names = await models.list({ connection: record.id }, signal).catch(() => [])
      if (kept.size >= MAX_KEPT) kept.clear()
      if (names.length > 0) kept.set(key, { until: clock.now() + KEPT_MS, names })
      return names
    },
  }
}
