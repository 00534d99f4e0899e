/**
 * Changes the type of a node. Its id, position and label stay, and so do compatible parts: settings that the new type has
 * and accepts, and edges whose port the new type has, by id or else by name, with a compatible data type.
 */

import { type Catalogue, portsFit } from '../../catalogue.ts'
import { fits } from '../../check.ts'
import { type Expressions, readExpressions, withExpressions } from '../../expressions/expressions.ts'
import { canBeExpression } from '../../expressions/setting-schema.ts'
import { isObject } from '../../json.ts'
import type { NodePorts } from '../../node-ports.ts'
import type { NodeType } from '../../node-type.ts'
import type { NodePort } from '../../ports/port.ts'
import type { Schema } from '../../schema.ts'
import { LOOP_BACK } from '../../validate/resolved-graph.ts'
import { configOf, type Graph, nodeTypeIdOf, type WorkflowEdge, type WorkflowNode } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeId, NodeTypeId } from '../arguments.ts'
import { editProblem, refuse } from '../edit-problem.ts'
import { edgeName, nodeNamed, portIdsOf, portsOfNode, typeNamed, typeOfNode } from '../find.ts'
import { wordText } from '../identifiers.ts'
import { movedEdge } from '../new-edge.ts'
import { defaultConfigOf } from '../new-node.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ node: NodeId, type: NodeTypeId })

export interface SwapCommand extends CommandWith<'swap', typeof ARGUMENTS> {
  /** The id that the public editor assigns to the node; there the label becomes the name of the type. */
  readonly as?: string
}

export const swap: Verb<SwapCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'swap <node> with <node_type>',
      effect: 'Another type for the node; id, label, place, and the settings and connections that fit stay.',
      example: 'swap chat_model.1 with simple_agent',
      tool: toolOf('swap', ARGUMENTS),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    if (!reader.skip('with')) refuse('PARSE_ERROR', '"with" is missing')
    const type = reader.word('a node type')
    reader.end()
    return { verb: 'swap', node, type }
  },

  write({ node, type, as }, dialect) {
    // In the public editor a swap assigns a new id; our own form cannot express one.
    if (as !== undefined && dialect !== 'flowdrop') return undefined
    const mayQuote = dialect === 'millrace'
    return line('swap', wordText(node, mayQuote), 'with', wordText(type, mayQuote))
  },

  edit(graph, { node, type: given, as }, catalogue) {
    const before = nodeNamed(graph, node)
    const type = typeNamed(catalogue, given)
    if (as !== undefined && graph.nodes.some(({ id }) => id === as)) {
      refuse('INVALID_CONNECTION', `The node id "${as}" is taken`)
    }
    const kept = swapped(before, type, catalogue)
    const after = as === undefined ? kept : { ...kept, id: as, data: { ...kept.data, nodeId: as, label: type.name } }
    const nodes = graph.nodes.map((one) => (one === before ? after : one))
    const edges: WorkflowEdge[] = []
    const lost: WorkflowEdge[] = []
    for (const edge of graph.edges) {
      const kept = edgeAfter(edge, { graph, before, after, catalogue })
      if (kept === undefined) lost.push(edge)
      else edges.push(kept)
    }
    const warnings = lost.map((edge) => editProblem('PORT_NOT_FOUND', `The connection ${edgeName(edge)} was dropped`))
    return { graph: { ...graph, nodes, edges }, warnings }
  },
}

/** Settings that a node of any type may have. */
const OWN_KEYS = ['instanceTitle', 'instanceDescription', 'instanceBadge', 'dynamicInputs', 'dynamicOutputs']

function swapped(node: WorkflowNode, type: NodeType, catalogue: Catalogue): WorkflowNode {
  const old = typeOfNode(node, catalogue)
  const config = { ...defaultConfigOf(type) }
  const [had, has] = [propertiesOf(old), propertiesOf(type)]
  for (const [key, value] of Object.entries(configOf(node))) {
    const schema = Object.hasOwn(has, key) ? has[key] : undefined
    const isOwn = OWN_KEYS.includes(key) || (key === 'nodeType' && type.supportedTypes.includes(String(value)))
    // A secret must not become an ordinary value, which would be shown.
    const keeps = schema !== undefined && isHidden(schema) === isHidden(had[key]) && fits(schema as Schema, value)
    if (isOwn || keeps) config[key] = value
  }
  const label = node.data?.label
  const isTypesName = label === undefined || label === '' || label === old?.name
  return {
    ...node,
    // `type` may be the canvas component or the node type; only the latter changes.
    ...(node.type === nodeTypeIdOf(node) ? { type: type.node_type_id } : {}),
    data: {
      ...withExpressions(node, keptExpressions(node, type)).data,
      label: isTypesName ? type.name : label,
      config,
      metadata: structuredClone({ ...type }),
    },
  }
}

/** The expressions of settings that the new type has as well. */
function keptExpressions(node: WorkflowNode, type: NodeType): Expressions {
  const kept = Object.entries(readExpressions(node)).filter(([setting]) =>
    canBeExpression(type, setting, configOf(node)),
  )
  return Object.fromEntries(kept)
}

function propertiesOf(type: NodeType | undefined): Record<string, unknown> {
  const properties = type?.configSchema.properties
  return isObject(properties) ? properties : {}
}

function isHidden(schema: unknown): boolean {
  return isObject(schema) && (schema.format === 'hidden' || schema.format === 'password')
}

interface Swap {
  readonly graph: Graph
  readonly before: WorkflowNode
  readonly after: WorkflowNode
  readonly catalogue: Catalogue
}

/** The edge after the swap, or undefined if it cannot stay. Edges of other nodes are unchanged. */
function edgeAfter(edge: WorkflowEdge, { graph, before, after, catalogue }: Swap): WorkflowEdge | undefined {
  const leaves = edge.source === before.id
  if (leaves === (edge.target === before.id)) return leaves ? undefined : edge
  const other = graph.nodes.find((node) => node.id === (leaves ? edge.target : edge.source))
  if (other === undefined) return undefined
  const side = leaves ? 'outputs' : 'inputs'
  const [ports, otherPorts] = [portIdsOf(edge), portsOfNode(other, catalogue)]
  const own = samePort(
    leaves ? ports.source : ports.target,
    side,
    portsOfNode(before, catalogue),
    portsOfNode(after, catalogue),
  )
  const far = leaves ? otherPorts?.inputs.get(ports.target) : otherPorts?.outputs.get(ports.source)
  if (own === undefined || far === undefined) return undefined
  if (!portsFit(catalogue, leaves ? own : far, leaves ? far : own)) return undefined
  const targetCategory = typeOfNode(leaves ? other : after, catalogue)?.category
  return movedEdge(
    edge,
    leaves
      ? { source: after, sourcePort: own, target: other, targetPort: far, targetCategory }
      : { source: other, sourcePort: far, target: after, targetPort: own, targetCategory },
  )
}

function samePort(
  id: string,
  side: 'inputs' | 'outputs',
  before: NodePorts | undefined,
  after: NodePorts | undefined,
): NodePort | undefined {
  const same = after?.[side].get(id)
  const name = before?.[side].get(id)?.name
  // A loop-back edge may only stay a loop-back edge.
  if (same !== undefined || name === undefined || id === LOOP_BACK) return same
  return [...(after?.[side].values() ?? [])].find((port) => port.name === name)
}
