/** How a setting with a language of its own uses a value: by a name of its scope, if needed over a new connection. Pure. */
import {
  configOf,
  type Graph,
  isObject,
  type LanguageScope,
  machineNameOf,
  type NodeType,
  parseHandle,
  portsOf,
  type WorkflowNode,
} from '@millrace/model'
import type { PathStep } from './expression-path.ts'
import { type PathLanguage, pathIn, pathSteps, stepsInScope } from './language-path.ts'
import type { UpstreamNode } from './node-data.ts'

/** The language of a setting and what it is evaluated over. */
export interface SettingLanguage {
  readonly language: PathLanguage
  readonly scope: LanguageScope | undefined
}

export interface UsedValue {
  readonly text: string
  /** The connection that provides the value to the node. */
  readonly connect?: { readonly source: PortOfNode; readonly target: PortOfNode }
}

interface PortOfNode {
  readonly node: string
  readonly port: string
}

interface Place {
  readonly node: WorkflowNode
  readonly type: NodeType
  readonly graph: Graph
  readonly upstream: readonly UpstreamNode[]
}

/**
 * A value of an input (`data.id`) or of a node before (`nodes.fetch.json.id`) in the language of a setting. Undefined if
 * the setting cannot use it.
 */
export function usedValue(path: string, of: SettingLanguage, place: Place): UsedValue | undefined {
  const steps = pathSteps(path)
  if (steps === undefined) return undefined
  const from = steps[0] === 'nodes' ? place.upstream.find(({ reference }) => isReference(reference, steps)) : undefined
  const output = steps[2]
  if (from === undefined || typeof output !== 'string') return written(of, steps)
  const rest = steps.slice(3)
  const source = { node: from.id, port: output }
  for (const port of portsFedBy(source, place)) {
    const used = written(of, [port, ...rest])
    if (used !== undefined) return used
  }
  const port = freePort(of.scope, from, output, place)
  const used = port === undefined ? undefined : written(of, [port, ...rest])
  return port === undefined || used === undefined
    ? undefined
    : { ...used, connect: { source, target: { node: place.node.id, port } } }
}

function written({ language, scope }: SettingLanguage, steps: readonly PathStep[]): UsedValue | undefined {
  const inScope = stepsInScope(scope, steps)
  return inScope && { text: pathIn(language, inScope) }
}

function isReference(reference: string, [, name]: readonly PathStep[]): boolean {
  return pathSteps(reference)?.[1] === name
}

/** The input ports of the node that get a value of an output. */
function portsFedBy({ node, port }: PortOfNode, place: Place): string[] {
  return place.graph.edges.flatMap((edge) => {
    if (edge.target !== place.node.id || edge.source !== node) return []
    if (parseHandle(edge.sourceHandle ?? '', node, 'output') !== port) return []
    return parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? []
  })
}

/** The port for a new connection: a new placeholder of a template, else the port of the scope if it has no source. */
function freePort(scope: LanguageScope | undefined, from: UpstreamNode, output: string, place: Place) {
  if (scope === undefined || scope.kind === 'inputs') return undefined
  if (scope.kind === 'placeholders') return placeholderFor(from, output, place)
  const isTaken = place.graph.edges.some(
    (edge) =>
      edge.target === place.node.id && parseHandle(edge.targetHandle ?? '', edge.target, 'input') === scope.port,
  )
  return isTaken ? undefined : scope.port
}

/** A name that is neither a port nor a setting, because those have another meaning as a placeholder. */
function placeholderFor(from: UpstreamNode, output: string, { node, type }: Place): string {
  const config = configOf(node)
  const settings = isObject(type.configSchema.properties) ? type.configSchema.properties : {}
  const ports = portsOf(type, config).inputs
  const isFree = (name: string) => !ports.has(name) && !Object.hasOwn(settings, name) && !(name in Object.prototype)
  const port = machineNameOf(output)
  const names = [port, `${machineNameOf(from.title)}_${port}`]
  const free = names.find((name) => /^[A-Za-z_]/.test(name) && isFree(name))
  if (free !== undefined) return free
  let number = 2
  while (!isFree(`value_${number}`)) number++
  return `value_${number}`
}
