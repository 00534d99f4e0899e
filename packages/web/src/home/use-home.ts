/** What the home shows, kept up to date: the page of workflows, and how the newest run of each went. */

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
/** The runs are not read more often than this, however much happens. */
const PAUSE_MS = 1500

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

/** How the newest run of each workflow went: read once, then told. */
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
      onLook: () => {
        // The first look is under way already.
        if (!isFirst) look()
        isFirst = false
      },
    })
    return () => stop.abort()
  }, [client, page])
  return runs
}

/** All tags of all workflows, in alphabetical order; `of` says when they may have changed. */
export function useTags(client: Client, of: unknown): readonly string[] {
  const { locale } = useText()
  const [tags, setTags] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may come with other tags
  useEffect(() => {
    const stop = new AbortController()
    loadTags(client, locale, stop.signal).then(setTags, () => undefined)
    return () => stop.abort()
  }, [client, of, locale])
  return tags
}
