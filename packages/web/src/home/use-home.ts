/** Data of the home page, kept up to date: the page of workflows and their last runs. */

import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { throttled } from '../api/throttle.ts'
import { watchExecutions } from '../api/watch-executions.ts'
import { useText } from '../i18n/use-text.ts'
import { loadTags, loadWorkflows, type WorkflowPage } from './home-actions.ts'
import { type HomeQuery, workflowQueryOf } from './home-query.ts'
import { type LastRuns, loadLastRuns, withRun } from './last-runs.ts'

export type Loaded = { readonly page: WorkflowPage } | { readonly failure: string } | undefined

interface Home {
  readonly loaded: Loaded
  readonly runs: LastRuns | undefined
  readonly reload: () => void
}

const TYPING_MS = 180
/** Minimum time between two loads of the runs. */
const PAUSE_MS = 1500

export function useHome(client: Client, query: HomeQuery): Home {
  const [loaded, setLoaded] = useState<Loaded>()
  const [turn, setTurn] = useState(0)
  const key = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the query; the turn repeats it
  useEffect(() => {
    const stop = new AbortController()
    // The first page loads immediately; typing is debounced.
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

/** The last run of each workflow: loaded once, then updated by the stream. */
function useLastRuns(client: Client, page: WorkflowPage | undefined): LastRuns | undefined {
  const [runs, setRuns] = useState<LastRuns>()
  useEffect(() => {
    if (page === undefined) return
    const ids = page.workflows.map(({ id }) => id)
    const stop = new AbortController()
    const { signal } = stop
    const look = throttled(PAUSE_MS, signal, async () => {
      const found = await loadLastRuns(client, ids, signal).catch(() => undefined)
      if (!signal.aborted && found !== undefined) setRuns(found)
    })
    look()
    let isFirst = true
    watchExecutions(client, {
      signal,
      onItem: (item) => setRuns((before) => withRun(before ?? new Map(), item)),
      onReload: () => {
        // The first load is already running.
        if (!isFirst) look()
        isFirst = false
      },
    })
    return () => stop.abort()
  }, [client, page])
  return runs
}

/** The tags of all workflows, sorted; reloaded when `of` changes. */
export function useTags(client: Client, of: unknown): readonly string[] {
  const { locale } = useText()
  const [tags, setTags] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads the tags with the page
  useEffect(() => {
    const stop = new AbortController()
    loadTags(client, locale, stop.signal).then(setTags, () => undefined)
    return () => stop.abort()
  }, [client, of, locale])
  return tags
}
