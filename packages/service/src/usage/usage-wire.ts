/** Converts usage to the shapes of the API and of its export. */
import { isUuid, MAX_USAGE_DAYS, type UsageEntry, type UsageExportQuery } from '@millrace/model'
import type { UsageDayRow, UsageFilter, UsageGroup } from '@millrace/store'
import { csvRow } from '../http/csv.ts'
import { badParameter } from '../http/parameters.ts'
import type { Caller } from '../platform/caller.ts'
import { dateOfDay, dayOf, monthOf, startOfMonth } from '../platform/months.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { WorkflowNamed } from './budgets.ts'

export const exampleEntry: UsageEntry = {
  ...{ key: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10', name: 'Orders', calls: 12, unpriced_calls: 0 },
  ...{ input_tokens: 24_000, output_tokens: 6_000, cost: 0.096 },
}

/** Admins of a project see the usage of its workflows; those of the service see all. */
export async function usageFilter(
  { from, to, project, workflow, ...same }: UsageExportQuery,
  caller: Caller,
  { workflowNamed, now }: { readonly workflowNamed: WorkflowNamed; readonly now: number },
): Promise<UsageFilter> {
  const first = from === undefined ? dayOf(startOfMonth(monthOf(now))) : dayIn('from', from)
  const last = to === undefined ? Math.max(dayOf(now), first) : dayIn('to', to)
  if (last < first) throw badParameter('to', 'is before `from`')
  if (last - first >= MAX_USAGE_DAYS) throw badParameter('from', `is more than ${MAX_USAGE_DAYS} days before \`to\``)
  const visible = listedProjects(caller, project, 'admin')
  const one = workflow === undefined ? {} : { workflow: await workflowIn(workflow, workflowNamed, visible.projects) }
  return { ...same, ...one, ...visible, from: first, to: last }
}

/** An id may be that of a deleted workflow, which has usage. A name of another project is as unknown as no name. */
async function workflowIn(
  idOrName: string,
  workflowNamed: WorkflowNamed,
  projects: readonly string[] | undefined,
): Promise<string> {
  if (isUuid(idOrName)) return idOrName.toLowerCase()
  const found = await workflowNamed(idOrName)
  if (found !== undefined && projects?.includes(found.project) !== false) return found.id
  throw badParameter('workflow', 'is neither an id nor the name of a workflow')
}

function dayIn(name: string, text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`)
  // Some parsers accept the 31st of a shorter month.
  if (Number.isNaN(time) || dateOfDay(dayOf(time)) !== text) throw badParameter(name, 'is not a day such as 2026-11-17')
  return dayOf(time)
}

export function usageEntry(group: UsageGroup, isDay: boolean): UsageEntry {
  const { key, name, calls, unpriced, inputTokens, outputTokens, cost } = group
  return {
    ...{ key: isDay ? dateOfDay(Number(key)) : key, name, calls, unpriced_calls: unpriced },
    ...{ input_tokens: inputTokens, output_tokens: outputTokens, cost },
  }
}

export const CSV_HEADER = csvRow([
  ...['day', 'workflow_id', 'workflow_name', 'person', 'person_name', 'model', 'calls', 'unpriced_calls'],
  ...['input_tokens', 'output_tokens', 'cost', 'currency'],
])

export function usageCsvRow(row: UsageDayRow, currency: string): string {
  const { day, workflowId, workflowName, person, personName, model } = row
  return csvRow([
    ...[dateOfDay(day), workflowId, workflowName ?? '', person, personName, model],
    ...[row.calls, row.unpriced, row.inputTokens, row.outputTokens, row.cost].map(String),
    currency,
  ])
}
