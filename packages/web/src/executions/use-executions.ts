import type { ExecutionItem } from '@millrace/model'
import { useCallback, useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { getWorkflow } from '../api/workflow-api.ts'
import { t } from '../i18n/strings.ts'
import { type ExecutionPage, listExecutions, suggestWorkflows } from '../viewer/pipeline-api.ts'
import { isOverStatus } from '../viewer/pipeline-state.ts'
import { type ListChoice, PAGE_SIZE } from './list-choice.ts'

/** How long until the list is read again: soon while something runs. */
const BUSY_MS = 2000
const CALM_MS = 10_000

/** A page of executions, read again and again while the page is looked at. */
export function useExecutions(client: Client, { workflow, status, page }: ListChoice) {
  const [found, setFound] = useState<{ page: ExecutionPage; of: string }>()
  const [error, setError] = useState<string>()
  const [round, setRound] = useState(0)
  const of = `${workflow}|${status}|${page}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads anew
  useEffect(() => {
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      clearTimeout(timer)
      if (document.hidden) return
      const query = { workflow_id: workflow, status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }
      const next = await listExecutions(client, query, end.signal).catch((failure: unknown) => {
        if (!end.signal.aborted) setError(asApiError(failure).message)
        return undefined
      })
      if (end.signal.aborted) return
      if (next !== undefined) {
        setError(undefined)
        setFound({ page: next, of })
      }
      const isBusy = next?.items.some((item) => !isOverStatus(item.status)) === true
      clearTimeout(timer)
      timer = setTimeout(read, isBusy ? BUSY_MS : CALM_MS)
    }
    void read()
    document.addEventListener('visibilitychange', read)
    return () => {
      end.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [client, workflow, status, page, of, round])
  const retry = useCallback(() => {
    setError(undefined)
    setRound((now) => now + 1)
  }, [])
  return { page: found?.of === of ? found.page : undefined, error, retry }
}

/** Names of workflows: of those that a filter may offer, and of all whose executions are shown. */
export function useWorkflowNames(client: Client, items: readonly ExecutionItem[] = []): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    const end = new AbortController()
    suggestWorkflows(client, end.signal).then(
      (found) => setNames((before) => new Map([...(before ?? []), ...found])),
      () => !end.signal.aborted && setNames((before) => before ?? new Map()),
    )
    return () => end.abort()
  }, [client])
  const missing = [...new Set(items.map((item) => item.workflow_id))].filter(
    (id) => id !== '' && names?.has(id) === false,
  )
  const key = missing.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the list
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    const read = async (id: string) => {
      const name = await getWorkflow(client, id).then(
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
