/** The last run of a workflow: the one that the editor started or shows, else the newest stored one. */
import type { PipelineDetail } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { createStore, type Store } from '../ui/store.ts'

/** The part of an execution that the data views use. */
export type ShownRun = Pick<PipelineDetail, 'id' | 'status' | 'jobs'>

export interface LastRunState {
  readonly run: ShownRun | undefined
  readonly isLoading: boolean
}

export interface LastRun {
  readonly store: Store<LastRunState>
  /** Sets the run that the editor shows. */
  readonly show: (run: ShownRun) => void
  /** Loads the newest run of a stored workflow, once, unless a run is shown already. */
  readonly load: (workflowId: string) => Promise<void>
}

export function createLastRun(client: Client): LastRun {
  const store = createStore<LastRunState>({ run: undefined, isLoading: false })
  const asked = new Set<string>()
  return {
    store,
    show: (run) => store.set((state) => (state.run === run ? state : { run, isLoading: false })),
    async load(workflowId) {
      if (store.get().run !== undefined || asked.has(workflowId)) return
      asked.add(workflowId)
      store.set({ isLoading: true })
      const run = await newestRun(client, workflowId)
      // The editor may have started a run in the meantime.
      store.set((state) => ({ run: state.run ?? run, isLoading: false }))
    },
  }
}

/** Sample data is optional: without permission, or without this endpoint, there is none. */
async function newestRun(client: Client, workflowId: string): Promise<ShownRun | undefined> {
  try {
    const { items } = await client.listExecutions({ workflow_id: workflowId, limit: 1 })
    const [newest] = items
    return newest === undefined ? undefined : await client.getPipeline({ id: newest.id })
  } catch {
    return undefined
  }
}
