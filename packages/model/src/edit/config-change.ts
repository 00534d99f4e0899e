/** A node with other settings, and warnings about them. Invalid values are stored anyway. */
import type { Catalogue } from '../catalogue.ts'
import { isObject } from '../json.ts'
import { inputsWithoutRemoved } from '../template-inputs.ts'
import { expressionProblems } from '../validate/expression-rules.ts'
import { nodeProblems } from '../validate/node-rules.ts'
import { resolveGraph } from '../validate/resolved-graph.ts'
import { configOf, type Graph, type WorkflowNode } from '../workflow/workflow.ts'
import { type EditProblem, editProblem } from './edit-problem.ts'
import { edgeName, portIdsOf, portsOfNode, typeOfNode } from './find.ts'
import { nearestTo } from './nearest.ts'

/** The node with another config. */
export function withConfig(node: WorkflowNode, config: Record<string, unknown>): WorkflowNode {
  return { ...node, data: { ...node.data, config } }
}

/** The changed node without inputs whose placeholder was removed from its texts. */
export function withoutRemovedInputs(graph: Graph, { before, after }: NodeChange, catalogue: Catalogue): WorkflowNode {
  const type = typeOfNode(after, catalogue)
  if (type === undefined) return after
  const use = (node: WorkflowNode) => ({ config: configOf(node), extensions: node.data?.extensions })
  const isConnected = (input: string) =>
    graph.edges.some((edge) => edge.target === before.id && portIdsOf(edge).target === input)
  const dynamicInputs = inputsWithoutRemoved(type, { before: use(before), after: use(after) }, isConnected)
  return dynamicInputs === undefined ? after : withConfig(after, { ...configOf(after), dynamicInputs })
}

/** The graph with one node replaced. */
export function withNode(graph: Graph, { before, after }: NodeChange): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => (node === before ? after : node)) }
}

/** The keys of the settings that a node's type declares. */
export function settingsOf(node: WorkflowNode, catalogue: Catalogue): string[] {
  const properties = typeOfNode(node, catalogue)?.configSchema.properties
  return isObject(properties) ? Object.keys(properties) : []
}

/** Expressions and templates need their parsers, which are not here; validation reports those. */
const NO_LANGUAGES = { expressionProblem: () => undefined, templateProblem: () => undefined }

/** The problems that validation would report for these settings of a node. */
export function configWarnings(node: WorkflowNode, keys: readonly string[], catalogue: Catalogue): EditProblem[] {
  const [resolved] = resolveGraph({ nodes: [node], edges: [] }, catalogue).nodes
  if (resolved?.type === undefined) return []
  const warnings: EditProblem[] = []
  for (const problem of nodeProblems(resolved, NO_LANGUAGES)) {
    const key = keys.find((one) => problem.path === `/${one}` || problem.path?.startsWith(`/${one}/`))
    if (key === undefined) continue
    if (problem.code === 'UNKNOWN_CONFIG_KEY') {
      const nearest = nearestTo(key, settingsOf(node, catalogue))
      warnings.push(editProblem('CONFIG_KEY_NOT_FOUND', problem.message, nearest))
    } else if (
      problem.code === 'BAD_CONFIG' ||
      problem.code === 'DUPLICATE_BRANCH' ||
      problem.code === 'DUPLICATE_PORT'
    ) {
      const hint = isQuotable(configOf(node)[key], problem.message) ? '; a text is written in quotes' : ''
      warnings.push(editProblem('CONFIG_VALIDATION_ERROR', problem.message + hint))
    }
  }
  return warnings
}

/** Why a setting of a node cannot be an expression, as validation would report it. */
export function expressionWarnings(node: WorkflowNode, setting: string, catalogue: Catalogue): EditProblem[] {
  return [...expressionProblems(resolveGraph({ nodes: [node], edges: [] }, catalogue), NO_LANGUAGES)]
    .filter(({ path, code }) => path === `/${setting}` && code !== 'EXPRESSION_REFERENCE')
    .map(({ message }) => editProblem('CONFIG_VALIDATION_ERROR', message))
}

/** `set n:zip 01234` is a number, although a text was meant. */
function isQuotable(value: unknown, message: string): boolean {
  return (typeof value === 'number' || typeof value === 'boolean') && message.includes('must be a text')
}

/** Warnings for edges whose port disappeared because settings changed: a branch or a dynamic port. The edges stay. */
export function lostPortWarnings(graph: Graph, { before, after }: NodeChange, catalogue: Catalogue): EditProblem[] {
  const [had, has] = [portsOfNode(before, catalogue), portsOfNode(after, catalogue)]
  if (had === undefined || has === undefined || had === has) return []
  return graph.edges
    .filter((edge) => {
      const ports = portIdsOf(edge)
      const losesOutput = edge.source === before.id && had.outputs.has(ports.source) && !has.outputs.has(ports.source)
      const losesInput = edge.target === before.id && had.inputs.has(ports.target) && !has.inputs.has(ports.target)
      return losesOutput || losesInput
    })
    .map((edge) => editProblem('PORT_NOT_FOUND', `The connection ${edgeName(edge)} has lost its port`))
}

export interface NodeChange {
  readonly before: WorkflowNode
  readonly after: WorkflowNode
}
