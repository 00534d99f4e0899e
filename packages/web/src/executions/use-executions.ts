import { type ExecutionItem, isExecutionOver } from '@millrace/model'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { isCluster } from '../api/is-cluster.ts'
import { LEAN } from '../api/lean.ts'
import { throttled } from '../api/throttle.ts'
import { watchExecutions } from '../api/watch-executions.ts'
import { useText } from '../i18n/use-text.ts'
import { addressOf, type ListFilter, requestOf } from './list-filter.ts'
import { type ExecutionPage, withUpdate } from './live-list.ts'

/** Minimum time between two loads of the list. */
const PAUSE_MS = 800
const STUCK_CHECK_MS = 10_000

/** A page of executions with live updates: known items are updated in place, otherwise the page is reloaded. */
export function useExecutions(client: Client, filter: ListFilter) {
  const t = useText()
  const [found, setFound] = useState<{ page: ExecutionPage; of: string }>()
  const [error, setError] = useState<string>()
  const [isLive, setLive] = useState(true)
  const [round, setRound] = useState(0)
  const of = addressOf(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` represents the filter; reloads when the round changes
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    let current: ExecutionPage | undefined
    let hasFailed = false
    const show = (next: ExecutionPage) => {
      current = next
      setFound({ page: next, of })
    }
    const reader = throttled(PAUSE_MS, signal, async () => {
      try {
        const next = await client.listExecutions(requestOf(filter, Date.now()), { signal })
        if (signal.aborted) return
        setError(undefined)
        show(next)
      } catch (failure) {
        hasFailed = true
        if (!signal.aborted) setError(asApiError(failure).message)
      }
    })
    reader()
    let isFirst = true
    watchExecutions(client, {
      signal,
      onReload: () => {
        // The first load is already running, unless it failed.
        if (!isFirst || hasFailed) reader()
        isFirst = false
      },
      onItem: (item) => {
        if (current === undefined) return reader()
        const { page: next, isStale } = withUpdate(current, item, { filter, now: Date.now(), shown: t.message })
        if (next !== current) show(next)
        if (isStale) reader()
      },
      onConnection: setLive,
    })
    // A stuck execution of a cluster writes no event.
    const stuckCheck = setInterval(async () => {
      const hasOpen = current?.items.some(({ status }) => !isExecutionOver(status)) === true
      if (hasOpen && (await isCluster(client)) && !signal.aborted) reader()
    }, STUCK_CHECK_MS)
    return () => {
      clearInterval(stuckCheck)
      end.abort()
    }
  }, [client, of, round])
  const retry = useCallback(() => {
    setError(undefined)
    setRound((now) => now + 1)
  }, [])
  return { page: found?.of === of ? found.page : undefined, error, isLive, retry }
}

/** Names of workflows: for the filter, and for the executions on the page. */
export function useWorkflowNames(client: Client, items: readonly ExecutionItem[] = []): ReadonlyMap<string, string> {
  const t = useText()
  const [names, setNames] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    const end = new AbortController()
    const named = (found: readonly (readonly [string, string])[]) =>
      setNames((before) => new Map([...(before ?? []), ...found]))
    client.suggestWorkflows({ limit: 100 }, { signal: end.signal }).then(
      (found) => named(found.map(({ value, label }) => [value, label])),
      () => !end.signal.aborted && setNames((before) => before ?? new Map()),
    )
    return () => end.abort()
  }, [client])
  const missing = [...new Set(items.map((item) => item.workflow_id))].filter(
    (id) => id !== '' && names?.has(id) === false,
  )
  const key = missing.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the list
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    const read = async (id: string) => {
      const name = await client.getWorkflow({ id, ...LEAN }).then(
        (workflow) => workflow.name,
        () => t.execution.gone,
      )
      return [id, name] as const
    }
    Promise.all(missing.map(read)).then((found) => {
      if (isCurrent) setNames((before) => new Map([...(before ?? []), ...found]))
    })
    return () => {
      isCurrent = false
    }
  }, [client, key])
  return names ?? NO_NAMES
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()
