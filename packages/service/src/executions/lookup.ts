/** Finds executions; throws NOT_FOUND for unknown ids. */
import {
  type ExecutionEngine,
  type ExecutionRecord,
  type Known,
  progressOf,
  type StoredExecution,
} from '@millrace/engine'
import { Problem } from '@millrace/model'
import type { ExecutionListItem, ExecutionStore } from '@millrace/store'

export type Lookup = ReturnType<typeof createLookup>

export function createLookup({ engine, store }: { readonly engine: ExecutionEngine; readonly store: ExecutionStore }) {
  async function known(id: string): Promise<Known> {
    return (await engine.view(id)) ?? missing(id)
  }

  async function head(id: string): Promise<ExecutionListItem> {
    return (await store.get(id)) ?? missing(id)
  }

  return {
    known,
    head,
    list: (query: Parameters<ExecutionStore['list']>[0]) => store.list(query),

    /** The record of an execution that may not exist. */
    async existing(id: string | undefined): Promise<ExecutionRecord | undefined> {
      if (id === undefined || (await store.get(id)) === undefined) return undefined
      return (await engine.view(id))?.record
    },

    /** The events of an execution, for watchers, which compute their own state. */
    async history(id: string): Promise<StoredExecution> {
      return (await engine.history(id)) ?? missing(id)
    },

    /** The status for polling; reads the history, which may be long, only if the progress is not in memory. */
    async status(id: string): Promise<Pick<ExecutionListItem, 'status' | 'updatedAt'> & { readonly progress: number }> {
      const { status, updatedAt } = await head(id)
      if (status !== 'running') return { status, updatedAt, progress: status === 'pending' ? 0 : 100 }
      const seen = engine.glance(id)
      if (seen !== undefined) return { status, ...seen }
      const { state } = await known(id)
      return { status: state.status, updatedAt: state.updatedAt, progress: progressOf(state) }
    },
  }
}

function missing(id: string): never {
  throw new Problem('NOT_FOUND', { message: `There is no execution "${id}".` })
}
