/** What can be done with workflows as a whole. Each of these talks to the service and says what came of it. */
import type { Catalogue, Workflow } from '@millrace/model'
import { ApiError } from '../api/api-error.ts'
import type { Client } from '../api/client.ts'
import { wholePage } from '../api/pages.ts'
import { createWorkflow, importWorkflow, type WorkflowQuery } from '../api/workflow-api.ts'
import { locale } from '../i18n/locale.ts'
import { t } from '../i18n/strings.ts'
import { importKindOf } from './import-kind.ts'
import { graphOf, newWorkflowOf, type Template } from './templates/template.ts'

export interface WorkflowPage {
  readonly workflows: readonly Workflow[]
  readonly total: number
}

const at = (id: string) => `/workflows/${encodeURIComponent(id)}`

export async function loadWorkflows(client: Client, query: WorkflowQuery, signal: AbortSignal): Promise<WorkflowPage> {
  const options = { query: { ...query, types: 'referenced' }, signal }
  const { items, total } = await wholePage<Workflow>(client, '/workflows', options)
  return { workflows: items, total }
}

/** More tags than anybody reads in a menu. */
const MOST_TAGS = 1000

/** The tags of all workflows, in alphabetical order. */
export async function loadTags(client: Client, signal: AbortSignal): Promise<readonly string[]> {
  const found = await client.data<{ tag: string }[]>('/tags', { query: { limit: MOST_TAGS }, signal })
  return found.map(({ tag }) => tag).sort((a, b) => a.localeCompare(b, locale()))
}

/** Makes the workflow of a template, and the one that it calls before it. */
export async function createFromTemplate(client: Client, template: Template, catalogue: Catalogue): Promise<Workflow> {
  const helper = template.helper && (await createFromTemplate(client, template.helper, catalogue))
  const unique = crypto.randomUUID().slice(0, 6)
  const made = graphOf(template, catalogue, { unique, ...(helper === undefined ? {} : { helper: helper.id }) })
  if (!made.ok) throw new Error(t.home.templateFailed(template.name, made.problem.message))
  return createWorkflow(client, newWorkflowOf(template, made.graph))
}

const PLACEHOLDER = '"__secret__:'

/** A copy under another name, by the way out and in again: secrets stay behind. */
export async function duplicate(
  client: Client,
  { id, name, nodes }: Workflow,
): Promise<{ copy: Workflow; lostSecrets: boolean }> {
  const document = await client.json<Workflow>(`${at(id)}/export`, { query: { types: 'referenced' } })
  const copy = await importWorkflow(client, { ...document, name: t.home.copyOf(name).slice(0, 200) })
  return { copy, lostSecrets: JSON.stringify(nodes).includes(PLACEHOLDER) }
}

export type ExportFormat = 'json' | 'yaml' | 'agentspec'

/** Hands the file to the browser, under the name that the service gives it. */
export async function download(client: Client, workflow: Workflow, format: ExportFormat): Promise<void> {
  if (format === 'agentspec') {
    const check = await client.json<Check>(`${at(workflow.id)}/validate/agentspec`)
    if (!check.valid) throw new Error(t.home.cannotConvert(check.errors))
  }
  const response = await client.fetch(
    format === 'agentspec' ? `${at(workflow.id)}/export/agentspec` : `${at(workflow.id)}/export`,
    format === 'agentspec' ? {} : { query: { format } },
  )
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download =
    fileNameOf(response.headers.get('Content-Disposition')) ??
    `${workflow.machineName}.${format === 'yaml' ? 'yaml' : 'json'}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The file name in a Content-Disposition header. */
export function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1]
}

/** Stores the workflow of a file: ours as JSON or YAML, or an Agent Spec document. */
export async function importFile(client: Client, file: File): Promise<Workflow> {
  const text = await file.text()
  const found = importKindOf(text)
  if (found.kind === 'workflow') return importWorkflow(client, { workflow: text })
  try {
    const options = { method: 'POST', body: found.body, query: { save: true } } as const
    return await client.data<Workflow>('/workflows/import/agentspec', options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404 || error.status === 405) throw new Error(t.home.noAgentSpec)
    if (error.status !== 422) throw error
    // The refusal of a conversion has a body of its own; the check says the same in a form that can be read here.
    const check = await client
      .json<Check>('/agentspec/flows/validate', { method: 'POST', body: found.body })
      .catch(() => undefined)
    throw check === undefined || check.valid ? error : new Error(t.home.cannotConvert(check.errors))
  }
}

interface Check {
  readonly valid: boolean
  readonly errors: readonly string[]
}

/** Lets a person choose files. */
export function chooseFiles(onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = '.json,.yaml,.yml,application/json,application/x-yaml'
  input.onchange = () => onChosen([...(input.files ?? [])])
  input.click()
}
