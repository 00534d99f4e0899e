/**
 * Converts the edges of a flow to canvas edges: control edges between trigger and branch ports, data edges between
 * property ports.
 */
import { printHandle, type WorkflowEdge } from '@millrace/model'
import { type Component, type ControlEdge, type DataEdge, type Fields, type Flow, NEXT } from '../components.ts'
import { derivedDataEdges } from '../data-flow.ts'
import { NumberedNames } from '../numbered-names.ts'
import type { DrawnNode } from './draw-node.ts'
import { listedPorts } from './listed-ports.ts'
import { DERIVED, EDGE } from './saved-metadata.ts'

export function drawEdges(flow: Flow, drawn: ReadonlyMap<string, DrawnNode>): WorkflowEdge[] {
  const taken = new Set<string>()
  const ids = new NumberedNames((id) => taken.has(id))
  const edges = [
    ...flow.controlFlow.map((edge) => drawControl(edge, drawn)),
    ...(flow.dataFlow ?? drawnByName(flow)).map((edge) => drawData(edge, drawn, { isDerived: !flow.dataFlow })),
  ]
  return edges.flatMap((edge) => {
    if (edge === undefined) return []
    const wanted = `xy-edge__${edge.source}${edge.sourceHandle}-${edge.target}${edge.targetHandle}`
    const id = ids.free(wanted, '.')
    taken.add(id)
    return [{ ...edge, id }]
  })
}

/** The implicit data edges along which a value can actually arrive. */
export function drawnByName(flow: Flow): DataEdge[] {
  const next = Map.groupBy(flow.controlFlow, (edge) => edge.fromNode)
  const bySource = Map.groupBy(derivedDataEdges(flow), (edge) => edge.sourceNode)
  return [...bySource].flatMap(([source, edges]) => {
    const seen = new Set<string>()
    const walk = [source]
    for (let at = walk.pop(); at !== undefined; at = walk.pop()) {
      for (const { toNode } of next.get(at) ?? []) {
        if (seen.has(toNode)) continue
        seen.add(toNode)
        walk.push(toNode)
      }
    }
    return edges.filter((edge) => seen.has(edge.destinationNode))
  })
}

type Drawn = ReadonlyMap<string, DrawnNode>

function drawControl(edge: ControlEdge, drawn: Drawn): WorkflowEdge | undefined {
  const [from, to] = [drawn.get(edge.fromNode), drawn.get(edge.toNode)]
  if (from === undefined || to === undefined) return undefined
  const branch = edge.fromBranch ?? NEXT
  const port = from.ports.branches.get(branch) ?? (branch === NEXT ? 'trigger' : branch)
  const name = controlName({ from: from.node.data?.label ?? '', to: to.node.data?.label ?? '', branch })
  return joined([from, port], [to, 'trigger'], {
    edgeType: 'trigger',
    dataType: 'trigger',
    kept: remainderOf(edge, name),
  })
}

function drawData(edge: DataEdge, drawn: Drawn, { isDerived }: { isDerived: boolean }): WorkflowEdge | undefined {
  const [from, to] = [drawn.get(edge.sourceNode), drawn.get(edge.destinationNode)]
  if (from === undefined || to === undefined) return undefined
  const port = from.ports.outputs.get(edge.sourceOutput) ?? edge.sourceOutput
  const input = to.ports.inputs.get(edge.destinationInput) ?? edge.destinationInput
  const entry = listedPorts(from.node.data?.config ?? {}, 'outputs')?.find((one) => one.name === port)
  const name = dataName({
    from: from.node.data?.label ?? '',
    output: edge.sourceOutput,
    to: to.node.data?.label ?? '',
    input: edge.destinationInput,
  })
  const kept = isDerived ? { [DERIVED]: true } : remainderOf(edge, name)
  return joined([from, port], [to, input], { edgeType: 'data', dataType: String(entry?.dataType ?? 'mixed'), kept })
}

/** The default name of a connection. */
export function controlName({ from, to, branch }: { from: string; to: string; branch: string }): string {
  return branch === NEXT ? `${from}_to_${to}` : `${from}_to_${to}_${branch}`
}

export function dataName(at: { from: string; output: string; to: string; input: string }): string {
  return `${at.from}_${at.output}_to_${at.to}_${at.input}`
}

/** Id, name and metadata of a connection; empty if they are the defaults. */
function remainderOf(edge: Component, usual: string): Fields {
  const kept = {
    ...(edge.name === usual ? {} : { name: edge.name }),
    ...(edge.id === usual ? {} : { id: edge.id }),
    ...(edge.description === undefined ? {} : { description: edge.description }),
    ...(edge.metadata === undefined ? {} : { metadata: edge.metadata }),
    ...(edge.extra === undefined ? {} : { extra: edge.extra }),
    ...('fromBranch' in edge && (edge.fromBranch === NEXT || edge.fromBranch === null)
      ? { from_branch: edge.fromBranch }
      : {}),
  }
  return Object.keys(kept).length > 0 ? { [EDGE]: kept } : {}
}

interface EdgeFacts {
  readonly edgeType: string
  readonly dataType: string
  readonly kept: Fields
}

type End = readonly [node: DrawnNode, port: string]

function joined([from, port]: End, [to, input]: End, { edgeType, dataType, kept }: EdgeFacts): WorkflowEdge {
  const category = to.node.data?.metadata?.category
  return {
    id: '',
    source: from.node.id,
    target: to.node.id,
    sourceHandle: printHandle({ node: from.node.id, port }, 'output'),
    targetHandle: printHandle({ node: to.node.id, port: input }, 'input'),
    type: 'default',
    data: {
      metadata: { edgeType, sourcePortDataType: dataType },
      targetNodeType: String(to.node.data?.metadata?.node_type_id ?? ''),
      ...(typeof category === 'string' ? { targetCategory: category } : {}),
      ...kept,
    },
  }
}
