/** Rules for the data flow: edges connect existing, compatible properties. */
import { isCastable } from '../casting.ts'
import { type DataEdge, type Flow, type FlowNodeComponent, NEXT, type Property } from '../components.ts'
import { derivedDataEdges } from '../data-flow.ts'
import { quoted } from '../notes.ts'
import { inputsOf, mapPorts, outputsOf } from '../ports.ts'
import { called } from './control-rules.ts'
import { typeText } from './property-rules.ts'
import { type RuleContext, refuse } from './rule-context.ts'

export function dataRules(flow: Flow, ruling: RuleContext): void {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  for (const edge of flow.dataFlow ?? []) edgeRules(edge, byId, ruling)
  if (!flow.dataFlow) derivedRules(flow, byId, ruling)
  sourceRules(flow, ruling)
}

type ById = ReadonlyMap<string, FlowNodeComponent>

function edgeRules(edge: DataEdge, byId: ById, ruling: RuleContext): void {
  const { registry } = ruling
  const here = `Data edge ${quoted(edge.name)}`
  const [from, to] = [byId.get(edge.sourceNode), byId.get(edge.destinationNode)]
  if (from === undefined) {
    refuse(
      ruling,
      'structure',
      `${here}: ${quoted('source_node')} names ${quoted(edge.sourceNode)}, which is not in the flow`,
    )
  }
  if (to === undefined) {
    refuse(
      ruling,
      'structure',
      `${here}: ${quoted('destination_node')} names ${quoted(edge.destinationNode)}, which is not in the flow`,
    )
  }
  const output = from && outputsOf(from, registry).find(({ title }) => title === edge.sourceOutput)
  const input = to && inputsOf(to, registry).find(({ title }) => title === edge.destinationInput)
  if (from && !output && hasKnownPorts(from, 'outputs', ruling)) {
    refuse(
      ruling,
      'rules',
      `${here}: ${quoted('source_output')} names ${quoted(edge.sourceOutput)}, which ${called(from)} does not give`,
    )
  }
  if (to && !input && hasKnownPorts(to, 'inputs', ruling)) {
    refuse(
      ruling,
      'rules',
      `${here}: ${quoted('destination_input')} names ${quoted(edge.destinationInput)}, which ${called(to)} does not take`,
    )
  }
  if (output && input && to && !fitsInto(output, { input, to }, ruling)) {
    refuse(
      ruling,
      'rules',
      `${here}: ${quoted(edge.sourceOutput)} (${typeText(output)}) does not fit ${quoted(edge.destinationInput)} (${typeText(input)})`,
    )
  }
}

/** Whether the ports are known; unresolved references and unknown components may have any. */
function hasKnownPorts(node: FlowNodeComponent, side: 'inputs' | 'outputs', { registry }: RuleContext): boolean {
  if (node[side]) return true
  if (node.kind === 'unknown') return false
  if (node.kind === 'tool') return node.tool.kind !== 'ref' || registry.tool?.(node.tool.name) !== undefined
  if (node.kind === 'agent') return node.agent.kind !== 'ref' || registry.agent?.(node.agent.name) !== undefined
  if (node.kind === 'parallel_flow') return node.subflows.every((flow) => flow.kind !== 'ref')
  if ('subflow' in node) return node.subflow.kind !== 'ref' || registry.flow?.(node.subflow.name) !== undefined
  return true
}

interface Target {
  readonly input: Property
  readonly to: FlowNodeComponent
}

/** A map node also accepts a list of what its flow takes, whichever of the two it declares. */
function fitsInto(output: Property, { input, to }: Target, { registry }: RuleContext): boolean {
  if (isCastable(output, input)) return true
  if ((to.kind !== 'map' && to.kind !== 'parallel_map') || to.subflow.kind === 'ref') return false
  const feeds = mapPorts(to, to.subflow, registry).inputs.find(({ title }) => title === input.title)?.feeds
  const item = to.subflow.nodes
    .filter((node) => node.id === (to.subflow.kind === 'flow' ? to.subflow.startNode : NEXT))
    .flatMap((node) => inputsOf(node, registry))
    .find(({ title }) => title === feeds)
  return item !== undefined && (isCastable(output, item) || isCastable(output, { type: 'array', items: item }))
}

/** Implicit data edges with incompatible types are only a warning: the values may never meet at run time. */
function derivedRules(flow: Flow, byId: ById, ruling: RuleContext): void {
  const { notes, registry } = ruling
  for (const edge of derivedDataEdges(flow, registry)) {
    const [from, to] = [byId.get(edge.sourceNode), byId.get(edge.destinationNode)]
    const output = from && outputsOf(from, registry).find(({ title }) => title === edge.sourceOutput)
    const input = to && inputsOf(to, registry).find(({ title }) => title === edge.destinationInput)
    if (!from || !to || !output || !input || fitsInto(output, { input, to }, ruling)) continue
    notes.warn(
      `${quoted(edge.sourceOutput)} of ${called(from)} (${typeText(output)}) does not fit the input of the same name of ${called(to)} (${typeText(input)})`,
    )
  }
}

/** Warns about an input without a source and a default, which fails its node. */
function sourceRules(flow: Flow, { notes, registry }: RuleContext): void {
  const edges = flow.dataFlow ?? derivedDataEdges(flow, registry)
  const fed = new Set(edges.map((edge) => `${edge.destinationNode}\n${edge.destinationInput}`))
  for (const node of flow.nodes) {
    if (node.kind === 'start') continue
    for (const input of inputsOf(node, registry)) {
      if (input.default !== undefined || fed.has(`${node.id}\n${input.title}`)) continue
      notes.warn(`${called(node)}: input ${quoted(input.title)} has no source and no default`)
    }
  }
}
