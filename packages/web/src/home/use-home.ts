/** Data of the home page, kept up to date: the page of workflows and their last runs. */

import { useCallback, useEffect, useMemo, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { throttled } from '../api/throttle.ts'
import { watchExecutions } from '../api/watch-executions.ts'
import { useText } from '../i18n/use-text.ts'
import { loadTags, loadWorkflows, type WorkflowPage } from './home-actions.ts'
import { type HomeQuery, workflowQueryOf } from './home-query.ts'
import { type LastRuns, lastRunsOf, withRun } from './last-runs.ts'

export type Loaded = { readonly page: WorkflowPage } | { readonly failure: string } | undefined

interface Home {
  readonly loaded: Loaded
  readonly runs: LastRuns
  readonly reload: () => void
}

const NONE: LastRuns = new Map()
const TYPING_MS = 180
/** Minimum time between two loads after the stream was interrupted. */
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
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { loaded, runs: useLastRuns(client, page, reload), reload }
}

/** The last run of each workflow: part of the page, then updated by the stream. */
function useLastRuns(client: Client, page: WorkflowPage | undefined, reload: () => void): LastRuns {
  const [newer, setNewer] = useState<LastRuns>(NONE)
  const isLoaded = page !== undefined
  useEffect(() => {
    if (!isLoaded) return
    const stop = new AbortController()
    const { signal } = stop
    const look = throttled(PAUSE_MS, signal, async () => reload())
    let isFirst = true
    watchExecutions(client, {
      signal,
      onItem: (item) => setNewer((before) => withRun(before, item)),
      onReload: () => {
        // The page has just been loaded.
        if (!isFirst) look()
        isFirst = false
      },
    })
    return () => stop.abort()
  }, [client, isLoaded, reload])
  return useMemo(() => {
    const loaded = lastRunsOf(page?.workflows ?? [])
    return [...newer.values()].reduce(withRun, loaded)
  }, [page, newer])
}

/** The tags of the workflows of a project or of all, sorted; reloaded when `of` changes. */
export function useTags(client: Client, project: string | undefined, of: unknown): readonly string[] {
  const { locale } = useText()
  const [tags, setTags] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads the tags with the page
  useEffect(() => {
    const stop = new AbortController()
    loadTags(client, { locale, project }, stop.signal).then(setTags, () => undefined)
    return () => stop.abort()
  }, [client, project, of, locale])
  return tags
}
