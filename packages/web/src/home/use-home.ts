/** What the home shows, kept up to date: the page of workflows, and how the newest run of each went. */
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { loadWorkflows, type WorkflowPage } from './home-actions.ts'
import { type HomeQuery, workflowQueryOf } from './home-query.ts'
import { isAnyGoing, type LastRuns, loadLastRuns } from './last-runs.ts'

export type Loaded = { readonly page: WorkflowPage } | { readonly failure: string } | undefined

interface Home {
  readonly loaded: Loaded
  readonly runs: LastRuns | undefined
  readonly reload: () => void
}

const TYPING_MS = 180

export function useHome(client: Client, query: HomeQuery): Home {
  const [loaded, setLoaded] = useState<Loaded>()
  const [turn, setTurn] = useState(0)
  const key = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query; another turn loads the same once more
  useEffect(() => {
    const stop = new AbortController()
    // The first page is wanted at once; while somebody types, only the last word counts.
    const timer = setTimeout(
      () => {
        loadWorkflows(client, workflowQueryOf(query), stop.signal).then(
          (page) => setLoaded({ page }),
          (error: unknown) => {
            if (!stop.signal.aborted) setLoaded({ failure: asApiError(error).message })
          },
        )
      },
      query.search === '' ? 0 : TYPING_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, key, turn])
  const page = loaded !== undefined && 'page' in loaded ? loaded.page : undefined
  const runs = useLastRuns(client, page)
  return { loaded, runs, reload: useCallback(() => setTurn((before) => before + 1), []) }
}

const GOING_MS = 2500
const CALM_MS = 15_000

function useLastRuns(client: Client, page: WorkflowPage | undefined): LastRuns | undefined {
  const [runs, setRuns] = useState<LastRuns>()
  useEffect(() => {
    if (page === undefined) return
    const ids = page.workflows.map(({ id }) => id)
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const found = document.hidden ? undefined : await loadLastRuns(client, ids, stop.signal).catch(() => undefined)
      if (stop.signal.aborted) return
      if (found !== undefined) setRuns(found)
      timer = setTimeout(look, found !== undefined && isAnyGoing(found, ids) ? GOING_MS : CALM_MS)
    }
    void look()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client, page])
  return runs
}
