/** The last runs of a workflow: those that the editor started or shows, else the newest stored ones. */
import type { Client } from '../api/client.ts'
import { createStore, type Store } from '../ui/store.ts'
import type { RunData } from './node-data.ts'

export interface LastRunState {
  /** Newest first. */
  readonly runs: readonly RunData[]
  readonly isLoading: boolean
}

export interface LastRun {
  readonly store: Store<LastRunState>
  /** Adds or updates a run of the editor. */
  readonly show: (run: RunData) => void
  /** Loads the newest run of a stored workflow, once, unless a run is shown already. */
  readonly load: (workflowId: string, nodes: readonly string[]) => Promise<void>
}

/** Runs that are kept: the tests of single nodes are runs as well. */
const MAX_RUNS = 20
/** Stored runs that are loaded at most. */
const MAX_LOADED = 5

export function createLastRun(client: Client): LastRun {
  const store = createStore<LastRunState>({ runs: [], isLoading: false })
  const asked = new Set<string>()
  return {
    store,
    show: (run) => store.set((state) => withRun(state, run)),
    async load(workflowId, nodes) {
      if (store.get().runs.length > 0 || asked.has(workflowId)) return
      asked.add(workflowId)
      store.set({ isLoading: true })
      const stored = await storedRuns(client, workflowId, nodes)
      // The editor may have started a run in the meantime.
      store.set((state) => ({ runs: [...state.runs, ...stored], isLoading: false }))
    },
  }
}

function withRun(state: LastRunState, run: RunData): LastRunState {
  const at = state.runs.findIndex(({ id }) => id === run.id)
  if (at >= 0) return state.runs[at] === run ? state : { ...state, runs: state.runs.with(at, run) }
  return { ...state, runs: [run, ...state.runs].slice(0, MAX_RUNS) }
}

/**
 * The newest run and, if it was a test of a few nodes, those before it. Sample data is optional: without permission, or
 * without this endpoint, there is none.
 */
async function storedRuns(client: Client, workflowId: string, nodes: readonly string[]): Promise<RunData[]> {
  const runs: RunData[] = []
  try {
    const { items } = await client.listExecutions({ workflow_id: workflowId, limit: MAX_LOADED })
    for (const { id } of items) {
      const run = await client.getPipeline({ id })
      runs.push(run)
      if (nodes.filter((node) => run.node_statuses[node] !== undefined).length * 2 >= nodes.length) break
    }
  } catch {
    return runs
  }
  return runs
}
