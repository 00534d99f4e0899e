/** Export and import of documents. Importing only stores; it starts nothing. */
import {
  type Catalogue,
  isObject,
  issuesInSlices,
  mapInSlices,
  NewWorkflow,
  Problem,
  parseInSlices,
  type Workflow,
  withoutPlaceholders,
  withoutSecrets,
} from '@millrace/model'
import { jsonBody } from '../http/json-body.ts'
import { bodyProblem } from '../http/request-body.ts'
import type { Workers } from '../platform/workers/workers.ts'
import { yamlBody } from './yaml.ts'

/** The exported document, without secrets. */
export async function exported(document: string, catalogue: Catalogue): Promise<Workflow> {
  const workflow = (await parseInSlices(document)) as Workflow
  const nodes = await mapInSlices(workflow.nodes, (node) => withoutSecrets([node], catalogue)[0] ?? node)
  return { ...workflow, nodes }
}

/** An exported workflow; its id and dates are ignored. */
export const ImportedWorkflow = {
  ...NewWorkflow,
  required: ['name', 'nodes', 'edges'],
} as typeof NewWorkflow

/** The body for creating the imported workflow. */
export async function imported(
  body: unknown,
  { catalogue, workers }: { readonly catalogue: Catalogue; readonly workers: Workers },
): Promise<NewWorkflow> {
  const { id: _, ...workflow } = await unwrapped(body, workers)
  const issues = await issuesInSlices(ImportedWorkflow, workflow)
  if (issues.length > 0) throw bodyProblem(issues)
  const checked = workflow as unknown as NewWorkflow
  const nodes = await mapInSlices(checked.nodes ?? [], (node) => withoutPlaceholders([node], catalogue)[0] ?? node)
  return { ...checked, nodes }
}

async function unwrapped(body: unknown, workers: Workers): Promise<Record<string, unknown>> {
  const inner = isObject(body) ? (body.workflow ?? body) : body
  const value = typeof inner === 'string' ? await parsed(inner, workers) : inner
  if (isObject(value)) return value
  throw new Problem('VALIDATION_ERROR', { message: 'The body contains no workflow.' })
}

/** JSON is also YAML, but the JSON parser is faster and has better error messages. */
function parsed(text: string, workers: Workers): unknown {
  return text.trimStart().startsWith('{') ? jsonBody(Buffer.from(text), { workers }) : yamlBody(text, { workers })
}
