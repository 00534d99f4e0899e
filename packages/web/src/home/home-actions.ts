/** Actions on whole workflows. Each calls the service and reports the result. */

import { ApiError, type ListWorkflowSummariesArgs } from '@millrace/client'
import type { Catalogue, Workflow, WorkflowSummary } from '@millrace/model'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import { wholePage } from '../api/pages.ts'
import type { Texts } from '../i18n/texts.ts'
import { importKindOf } from './import-kind.ts'
import { newWorkflowOf, type Template } from './templates/template.ts'

export interface WorkflowPage {
  readonly workflows: readonly WorkflowSummary[]
  readonly total: number
}

export async function loadWorkflows(
  client: Client,
  query: ListWorkflowSummariesArgs,
  signal: AbortSignal,
): Promise<WorkflowPage> {
  const { items, total } = await wholePage(client.listWorkflowSummaries, query, { signal })
  return { workflows: items, total }
}

/** Maximum number of tags in the menu. */
const MAX_TAGS = 1000

/** The tags of the workflows of a project or of all, sorted. */
export async function loadTags(
  client: Client,
  { locale, project }: { readonly locale: string; readonly project: string | undefined },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { items } = await client.listTags({ limit: MAX_TAGS, project }, { signal })
  return items.map(({ tag }) => tag).sort((a, b) => a.localeCompare(b, locale))
}

/** Creates the workflow of a template, after the helper workflow that it calls. */
export async function createFromTemplate(
  client: Client,
  template: Template,
  given: { readonly catalogue: Catalogue; readonly project: string | undefined; readonly t: Texts },
): Promise<Workflow> {
  const { catalogue, project, t } = given
  const helper = template.helper && (await createFromTemplate(client, template.helper, given))
  const unique = crypto.randomUUID().slice(0, 6)
  const { graphOf } = await import('./templates/template-graph.ts')
  const made = graphOf(template, catalogue, { unique, ...(helper === undefined ? {} : { helper: helper.id }) })
  if (!made.ok) throw new Error(t.home.templateFailed(template.name, t.message(made.problem.message)))
  const { data } = await client.createWorkflow({ ...LEAN, project, body: newWorkflowOf(template, made.graph) })
  return data
}

/** Creates a copy under another name by export and import: secrets are not copied. */
export async function duplicate(
  client: Client,
  { id, name, has_secrets, project }: WorkflowSummary,
  t: Texts,
): Promise<{ copy: Workflow; lostSecrets: boolean }> {
  const document = await client.exportWorkflow({ id, ...LEAN })
  if (typeof document === 'string') throw new Error('the export is not JSON')
  const workflow = { ...document, name: t.home.copyOf(name).slice(0, 200) }
  const { data: copy } = await client.importWorkflow({ ...LEAN, project, body: { workflow } })
  return { copy, lostSecrets: has_secrets }
}

/** Saves the workflow with `config.active` set or removed. */
export async function setActive(client: Client, id: string, isActive: boolean): Promise<void> {
  const { config, revision } = await client.getWorkflow({ id, ...LEAN })
  const { active: _, ...rest } = config ?? {}
  await client.updateWorkflow({ id, ...LEAN, body: { config: isActive ? rest : { ...rest, active: false }, revision } })
}

export type ExportFormat = 'json' | 'yaml' | 'agentspec'

/** Downloads the file under the name that the service provides. */
export async function download(
  client: Client,
  workflow: Pick<WorkflowSummary, 'id' | 'machineName'>,
  format: ExportFormat,
  t: Texts,
): Promise<void> {
  if (format === 'agentspec') {
    const check = await client.checkAgentSpecExport({ id: workflow.id })
    if (!check.valid) throw new Error(t.home.cannotConvert(check.errors))
  }
  // The raw response has the file name in a header.
  const path = `/workflows/${encodeURIComponent(workflow.id)}/export`
  const response = await (format === 'agentspec'
    ? client.fetch(`${path}/agentspec`)
    : client.fetch(path, { query: { format } }))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download =
    fileNameOf(response.headers.get('Content-Disposition')) ??
    `${workflow.machineName}.${format === 'yaml' ? 'yaml' : 'json'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The file name of a Content-Disposition header. */
export function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1]
}

/** Imports the workflow of a file: JSON, YAML or Agent Spec. */
export async function importFile(
  client: Client,
  file: File,
  { project, t }: { readonly project: string | undefined; readonly t: Texts },
): Promise<Workflow> {
  const text = await file.text()
  const found = importKindOf(text)
  if (found.kind === 'workflow')
    return (await client.importWorkflow({ ...LEAN, project, body: { workflow: text } })).data
  try {
    return await client.importAgentSpec({ save: true, project, body: found.body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404 || error.status === 405) throw new Error(t.home.noAgentSpec)
    if (error.status !== 422) throw error
    // The response to a failed conversion has a different body; validation returns the same errors in a readable form.
    const check = await client.validateAgentSpecFlow({ body: found.body }).catch(() => undefined)
    throw check === undefined || check.valid ? error : new Error(t.home.cannotConvert(check.errors))
  }
}

/** Opens the file picker. */
export function chooseFiles(onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.json,.yaml,.yml,application/json,application/x-yaml'
  input.onchange = () => onChosen([...(input.files ?? [])])
  input.click()
}
