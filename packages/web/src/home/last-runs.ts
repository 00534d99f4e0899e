/**
 * The last execution of each visible workflow. One request covers most of them; the others are requested separately.
 */
import type { ExecutionItem } from '@millrace/model'
import type { Client } from '../api/client.ts'

export type LastRuns = ReadonlyMap<string, ExecutionItem>

const NEWEST = 100

/** The first execution of each workflow in a list sorted by newest first. */
export function newestByWorkflow(items: readonly ExecutionItem[]): Map<string, ExecutionItem> {
  const newest = new Map<string, ExecutionItem>()
  for (const item of items) if (!newest.has(item.workflow_id)) newest.set(item.workflow_id, item)
  return newest
}

export async function loadLastRuns(
  client: Client,
  workflows: readonly string[],
  signal: AbortSignal,
): Promise<LastRuns> {
  if (workflows.length === 0) return new Map()
  const { items, total = 0 } = await client.listExecutions({ limit: NEWEST }, { signal })
  const newest = newestByWorkflow(items)
  if (total <= items.length) return newest
  const missing = workflows.filter((id) => !newest.has(id))
  const found = await Promise.all(missing.map((id) => client.listExecutions({ workflow_id: id, limit: 1 }, { signal })))
  for (const item of found.flatMap((page) => page.items)) newest.set(item.workflow_id, item)
  return newest
}

/** Adds an updated execution unless a newer one of its workflow is known. */
export function withRun(runs: LastRuns, item: ExecutionItem): LastRuns {
  const before = runs.get(item.workflow_id)
  const isNewer =
    before === undefined || before.id === item.id || Date.parse(item.created) >= Date.parse(before.created)
  return isNewer ? new Map(runs).set(item.workflow_id, item) : runs
}
