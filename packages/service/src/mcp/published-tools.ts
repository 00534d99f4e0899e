/** Workflows published as tools. Listing reads rows written by saves and opens no document. */
import { type ErrorDetail, Problem } from '@millrace/model'
import type { StoredTrigger, TriggerStore } from '@millrace/store'
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import { inProject, projectsWith } from '../platform/project-access.ts'
import { OWN_TOOL_NAMES } from '../triggers/reserved-tool-names.ts'
import { outputsFor, reportOf } from './execution-report.ts'
import type { Arguments, ToolUse } from './tool.ts'
import { waitFor } from './wait-for-execution.ts'

export interface PublishedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>> & { readonly type: 'object' }
}

/** Whether the run succeeded, and the result for the caller. */
export interface Outcome {
  readonly isError: boolean
  readonly value: Record<string, unknown>
}

/** How long a caller waits; after that the execution continues in the background. */
const WAIT_MS = 5 * 60_000
const PAGE = 200
const ANYTHING = { type: 'object', properties: {}, additionalProperties: true } as const

/** A page of tools and the cursor of the next page. */
export async function publishedPage(
  offset: number,
  store: TriggerStore,
  projects: readonly string[] | undefined,
): Promise<{ readonly tools: readonly PublishedTool[]; readonly next: number | undefined }> {
  const rows = await store.tools({ limit: PAGE + 1, offset, projects })
  const tools = rows.slice(0, PAGE).filter(({ path }) => !OWN_TOOL_NAMES.has(path))
  return { tools: tools.map(toolOf), next: rows.length > PAGE ? offset + PAGE : undefined }
}

function toolOf({ path, settings: { title = path, description, schema } }: StoredTrigger): PublishedTool {
  return {
    name: path,
    title,
    description: description || `Runs the workflow "${title}".`,
    parameters: schema ? parametersOf(JSON.parse(schema)) : ANYTHING,
  }
}

/** Clients reject the whole list for one invalid schema, so an invalid one is left out; the run validates the inputs. */
function parametersOf(schema: unknown): PublishedTool['parameters'] {
  const { success } = ToolSchema.shape.inputSchema.safeParse(schema)
  return success ? (schema as PublishedTool['parameters']) : ANYTHING
}

/** Runs a workflow as a tool; undefined if no tool has this name. */
export async function usePublished(name: string, args: Arguments, use: ToolUse): Promise<Outcome | undefined> {
  const { executions, store } = use.services
  const tool = OWN_TOOL_NAMES.has(name) ? undefined : await store.triggers.tool(name, projectsWith(use.caller, 'run'))
  if (tool === undefined) return undefined
  const by = inProject(use.caller, await use.services.projects.ofWorkflow(tool.workflowId))
  const start = { inputs: args, by, about: { via: 'mcp' }, version: 'published' } as const
  const { id } = await executions.start(tool.workflowId, start).catch(refused)
  use.concerns(id)
  await waitFor(id, WAIT_MS, use)
  const { status } = await executions.head(id)
  if (status === 'completed') return { isError: false, value: await outputsFor(id, use.services) }
  return { isError: status === 'failed' || status === 'cancelled', value: await reportOf(id, use.services) }
}

/** The arguments are the launch inputs: report an invalid one by its argument name. */
function refused(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error
  const details = error.details.map(
    (detail): ErrorDetail => ({ ...detail, path: detail.path.replace(/^\/inputs/, '') }),
  )
  throw new Problem('VALIDATION_ERROR', { message: error.message.replace('"/inputs', '"'), details })
}
