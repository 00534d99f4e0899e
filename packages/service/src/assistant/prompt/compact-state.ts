/** The workflow as text for a model, without secrets and without their placeholders. */
import {
  type Catalogue,
  configOf,
  type Graph,
  nodeTypeIdOf,
  parseHandle,
  sameJson,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import { tokensOf } from './compact-catalogue.ts'
import { graphWithoutSecrets } from './without-secrets.ts'

export const STATE_TOKENS = 6000
const LONGEST_VALUE = 400

/** Nodes and connections, one line each. Over the budget, first the settings are left out, then the text is cut. */
export function compactState(graph: Graph, catalogue: Catalogue, maxTokens = STATE_TOKENS): string {
  if (graph.nodes.length === 0) return 'The workflow is empty.'
  const { nodes } = graphWithoutSecrets(graph, catalogue)
  const edges = graph.edges.map((edge) => {
    const [from, to] = [
      parseHandle(edge.sourceHandle ?? '', edge.source, 'output'),
      parseHandle(edge.targetHandle ?? '', edge.target, 'input'),
    ]
    return `${edge.source}:${from ?? ''} -> ${edge.target}:${to ?? ''}`
  })
  const withSettings = printed(
    nodes.map((node) => nodeLine(node, catalogue, true)),
    edges,
  )
  if (tokensOf(withSettings) <= maxTokens) return withSettings
  const plain = printed(
    nodes.map((node) => nodeLine(node, catalogue, false)),
    edges,
  )
  if (tokensOf(plain) <= maxTokens) return plain
  return `${plain.slice(0, maxTokens * 4 - 80)}\n(${graph.nodes.length} nodes and ${graph.edges.length} connections in all; cut here)`
}

function printed(nodes: readonly string[], edges: readonly string[]): string {
  return [
    'Nodes (id, type, label, settings that are not the default):',
    ...nodes,
    'Connections:',
    ...(edges.length === 0 ? ['none'] : edges),
  ].join('\n')
}

function nodeLine(node: WorkflowNode, catalogue: Catalogue, withSettings: boolean): string {
  const title = titleOf(node).slice(0, 100)
  const head = `${node.id} ${nodeTypeIdOf(node)}${title === '' ? '' : ` ${JSON.stringify(title)}`}`
  const type = catalogue.types.get(nodeTypeIdOf(node))
  if (!withSettings || type === undefined) return head
  const settings = Object.entries(configOf(node))
    .filter(([key, value]) => !sameJson(type.config?.[key], value) && value !== '' && value !== undefined)
    .map(([key, value]) => [key, bounded(value)] as const)
    .filter(([, value]) => value !== undefined)
  return settings.length === 0 ? head : `${head} ${JSON.stringify(Object.fromEntries(settings))}`
}

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE)}…`
}
