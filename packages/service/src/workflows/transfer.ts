/** Documents on their way out of and into the service. Importing is inert: it stores, and does nothing else. */
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

/** The document as it leaves: without any secret. */
export async function exported(document: string, catalogue: Catalogue): Promise<Workflow> {
  const workflow = (await parseInSlices(document)) as Workflow
  const nodes = await mapInSlices(workflow.nodes, (node) => withoutSecrets([node], catalogue)[0] ?? node)
  return { ...workflow, nodes }
}

/** A workflow as it was exported; id and dates in it are not taken over. */
export const ImportedWorkflow = {
  ...NewWorkflow,
  required: ['name', 'nodes', 'edges'],
} as typeof NewWorkflow

/** The body of the create that an import amounts to. */
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
  throw new Problem('VALIDATION_ERROR', { message: 'What was sent holds no workflow.' })
}

/** JSON is YAML too, but its own parser is faster and says better what is wrong. */
function parsed(text: string, workers: Workers): unknown {
  return text.trimStart().startsWith('{') ? jsonBody(Buffer.from(text), { workers }) : yamlBody(text, { workers })
}
