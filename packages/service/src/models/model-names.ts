/** Names of the models of connections, as the provider lists them; kept for a minute, because forms request them often. */
import type { StepModels } from '../effects/models/create-models.ts'
import type { Connection } from '../effects/models/model-target.ts'
import type { Clock } from '../platform/ports.ts'
import type { Connections } from './connections.ts'

export interface ModelNames {
  /**
   * The provider of a connection and the names of its models; no names if its list cannot be read. As in a run, a
   * credential of the project takes precedence over a connection of the same name. Undefined if there is neither.
   */
  of(connection: string, project: string | undefined, signal: AbortSignal): Promise<ListedModels | undefined>
}

export interface ListedModels {
  readonly provider: string
  readonly names: readonly string[]
}

interface Named {
  readonly connection: Connection
  /** Differs after a change, because a changed connection may have other models. */
  readonly version: string
}

interface Needs {
  readonly connections: Pick<Connections, 'get' | 'resolve'>
  readonly credentials: { connectionIn(project: string, name: string): Promise<Named | undefined> }
  readonly models: Pick<StepModels, 'list'>
  readonly clock: Clock
}

const KEPT_MS = 60_000
const MAX_KEPT = 100

export function createModelNames({ connections, credentials, models, clock }: Needs): ModelNames {
  const kept = new Map<string, { readonly until: number; readonly names: readonly string[] }>()

  async function find(name: string, project: string | undefined): Promise<Named | undefined> {
    const own = project === undefined ? undefined : await credentials.connectionIn(project, name)
    if (own !== undefined) return own
    const record = await connections.get(name)
    const connection = await connections.resolve(record.id)
    return connection && { connection, version: `${record.id} ${record.updatedAt}` }
  }

  return {
    async of(name, project, signal) {
      const named = await find(name, project).catch(() => undefined)
      if (named === undefined) return undefined
      const { connection, version } = named
      const { provider } = connection
      const found = kept.get(version)
      if (found !== undefined && found.until > clock.now()) return { provider, names: found.names }
      const names = await models.list(connection, signal).catch(() => [])
      if (kept.size >= MAX_KEPT) kept.clear()
      if (names.length > 0) kept.set(version, { until: clock.now() + KEPT_MS, names })
      return { provider, names }
    },
  }
}
