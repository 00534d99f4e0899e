/** Loads the stored workflows that a workflow calls, directly or indirectly, before its export. */

import {
  type AgentSpecDialect,
  isObject,
  nodeTypeIdOf,
  Problem,
  parseInSlices,
  type WorkflowNode,
} from '@millrace/model'
import type { Workflows } from '../workflows/workflows.ts'
import type { Exporting } from './convert.ts'

/** Including the workflow itself. Further called workflows stay tools that call them by name. */
const MAX_WORKFLOWS = 100
const MAX_CHARACTERS = 5_000_000

/** A stored workflow for an export. The simple dialect only references called workflows. */
export async function exportingOf(
  id: string,
  dialect: AgentSpecDialect,
  workflows: Pick<Workflows, 'get'>,
): Promise<Exporting> {
  const { document, project } = await workflows.get(id)
  if (dialect !== 'official') return { document, called: {} }
  const called: Record<string, string> = {}
  const seen = new Set<string>()
  const open = await namesIn(document)
  let characters = document.length
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    if (seen.has(name) || seen.size >= MAX_WORKFLOWS) continue
    seen.add(name)
    const text = await documentOf(name, { workflows, project })
    if (text === undefined || characters + text.length > MAX_CHARACTERS) continue
    characters += text.length
    called[name] = text
    open.push(...(await namesIn(text)))
  }
  return { document, called }
}

/** Ids or names of the workflows that the nodes of a workflow call. */
async function namesIn(document: string): Promise<string[]> {
  if (!document.includes('"sub_workflow"')) return []
  const workflow = await parseInSlices(document)
  const nodes = isObject(workflow) && Array.isArray(workflow.nodes) ? (workflow.nodes as WorkflowNode[]) : []
  return nodes.flatMap(calledBy)
}

/** The id or name of the workflow that a node calls. */
function calledBy(node: WorkflowNode): string[] {
  const name = nodeTypeIdOf(node) === 'sub_workflow' ? node.data?.config?.workflow : undefined
  return typeof name === 'string' && name !== '' ? [name] : []
}

/** Where called workflows are looked up: only those of the same project exist. */
interface Callers {
  readonly workflows: Pick<Workflows, 'get'>
  readonly project: string
}

/** Warnings about workflows that an imported workflow calls and that are not stored here. */
export async function missingCalls(nodes: readonly WorkflowNode[], callers: Callers): Promise<string[]> {
  const names = [...new Set(nodes.flatMap(calledBy))].slice(0, MAX_WORKFLOWS)
  const missing: string[] = []
  for (const name of names) {
    if ((await documentOf(name, callers)) === undefined) missing.push(`The workflow "${name}" does not exist`)
  }
  return missing
}

async function documentOf(name: string, { workflows, project }: Callers): Promise<string | undefined> {
  try {
    const called = await workflows.get(name)
    return called.project === project ? called.document : undefined
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
