/** The workflow as a model is told of it. Secrets are never part of it, not even as placeholders. */
import {
  type Catalogue,
  configOf,
  type Graph,
  isObject,
  isPlaceholder,
  nodeTypeIdOf,
  parseHandle,
  sameJson,
  splitSecrets,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import { tokensOf } from './compact-catalogue.ts'

export const STATE_TOKENS = 6000
const LONGEST_VALUE = 400

/** Nodes and connections, a line each; without settings, and then cut, where there are too many. */
export function compactState(graph: Graph, catalogue: Catalogue, maxTokens = STATE_TOKENS): string {
  if (graph.nodes.length === 0) return 'The workflow is empty.'
  const nodes = splitSecrets(graph.nodes, catalogue).nodes
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
  // Of a type that nobody knows, nobody knows which settings are secret.
  if (!withSettings || type === undefined) return head
  const settings = Object.entries(configOf(node))
    .filter(([key, value]) => !sameJson(type.config?.[key], value) && value !== '' && value !== undefined)
    .map(([key, value]) => [key, bounded(unsecret(value))] as const)
    .filter(([, value]) => value !== undefined)
  return settings.length === 0 ? head : `${head} ${JSON.stringify(Object.fromEntries(settings))}`
}

/** A value without what stands for a secret. */
function unsecret(value: unknown): unknown {
  if (isPlaceholder(value)) return undefined
  if (Array.isArray(value)) return value.map(unsecret).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      isPlaceholder(inner) || (typeof inner === 'string' && SENSITIVE.test(key)) ? [] : [[key, unsecret(inner)]],
    ),
  )
}

/** Headers and the like that carry a secret, by their name. */
const SENSITIVE =
  /authorization|cookie|password|passwd|secret|credential|(?:api|access|auth|private)[-_ ]?(?:key|token)|^token$/i

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  return text.length <= LONGEST_VALUE ? value : `${text.slice(0, LONGEST_VALUE)}…`
}
