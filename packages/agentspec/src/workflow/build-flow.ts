/** Builds the flow of one workflow: its nodes as components, folded, put in order and connected. */
import { type Catalogue, isObject, sameJson } from '@millrace/model'
import type { DataEdge, Fields, Flow, FlowNodeComponent, Property } from '../components.ts'
import { componentsIn, sharedComponentsIn } from '../components-in.ts'
import { type Notes, quoted } from '../notes.ts'
import { isAtLeast, versionNeeded } from '../versions.ts'
import type { FindCalled, LaunchExpressions } from './called-workflows.ts'
import { type Canvas, type CanvasNode, type ExportedWorkflow, isForeach, isWhile } from './canvas.ts'
import { drawnByName } from './draw-edges.ts'
import { withOutputs, withoutOutputs } from './end-outputs.ts'
import type { ExportOptions } from './export-options.ts'
import { isMappable, runningNodes } from './export-rules.ts'
import { foldErrors } from './fold-errors.ts'
import { foldForks } from './fold-forks.ts'
import { foldInputs } from './fold-inputs.ts'
import { foldLoops } from './fold-loops.ts'
import { type Frame, framed } from './frame.ts'
import type { keepNode } from './keep.ts'
import { launchExpressions, launchSources } from './launch-expressions.ts'
import type { Level, Making } from './level.ts'
import { contextsOf, type Made, madeOf } from './made-nodes.ts'
import type { NodeContext } from './node-context.ts'
import { withoutSecretsIn } from './redact.ts'
import { FLOW } from './saved.ts'

export interface Building {
  readonly notes: Notes
  readonly catalogue: Catalogue
  readonly options: ExportOptions
  /** Finds workflows that nodes call; absent where they are only named. */
  readonly called?: FindCalled
}

/** A flow and what it was built from. */
export interface BuiltFlow {
  readonly flow: Flow
  readonly frame: Frame
  readonly keeping: Parameters<typeof keepNode>[2]
  /** What came with the flow when it was imported. */
  readonly kept: Fields
  /** Components that nodes of the canvas were folded into. */
  readonly folded: readonly FlowNodeComponent[]
  /** Where the inputs of the flow are found in a launch of the workflow. */
  readonly launch: () => LaunchExpressions
}

/** Nodes and edges of a workflow as a flow; undefined where there is none, which the notes then explain. */
export function builtFlow(workflow: ExportedWorkflow, canvas: Canvas, building: Building): BuiltFlow | undefined {
  const { notes, catalogue, options, called } = building
  const ids = new Set<unknown>()
  const ours = new Map<string, string>()
  const needsMillrace: NodeContext['needsMillrace'] = (tool, node) =>
    void ours.set(tool.id, `${quoted(node)} (${tool.name})`)
  const contexts = contextsOf(runningNodes(canvas).filter(isMappable), {
    notes,
    used: ids,
    needsMillrace,
    ...(called === undefined ? {} : { called }),
  })
  const isLoop = ({ node }: NodeContext) => isForeach(node) || isWhile(node)
  const heads = new Map(contexts.filter(isLoop).map((context) => [context.node, context]))
  const steps = contexts.filter(({ node }) => !heads.has(node))
  const made = withoutTheirSecrets(madeOf(steps, notes), notes)
  const making = newMaking(ids, { made, notes, catalogue, options })
  const isIn = (node: CanvasNode) => made.has(node) || heads.has(node)
  const level: Level = {
    nodes: contexts.map(({ node }) => node).filter(isIn),
    edges: canvas.edges.filter(({ kind, source, target }) => kind !== 'tool' && isIn(source) && isIn(target)),
  }
  const begun = foldInputs(level, making)
  const sources = launchSources(begun, making, canvas.nodes)
  const unrolled = foldLoops(begun, heads, making)
  if (notes.errors.length > 0) return undefined
  const split = withoutOutputs(foldForks(foldErrors(unrolled, making), making))
  const drawn = framed(split.level, making, { collects: split.outputs.length === 0 })
  if (drawn === undefined) return undefined
  const frame = withOutputs(drawn, split.outputs, making)
  const kept: Fields = isObject(workflow.metadata?.[FLOW]) ? workflow.metadata[FLOW] : {}
  const folds = new Set([...making.folds].map((one) => made.get(one)?.component))
  const folded = frame.nodes.filter((component) => folds.has(component))
  const bare: Flow = {
    kind: 'flow',
    id: typeof kept.id === 'string' ? kept.id : (workflow.id ?? workflow.name),
    name: typeof kept.name === 'string' ? kept.name : workflow.name,
    ...described(workflow, kept),
    ...(typeof kept.version === 'string' ? { version: kept.version } : {}),
    ...(Array.isArray(kept.inputs) ? { inputs: kept.inputs as Property[] } : {}),
    ...(Array.isArray(kept.outputs) ? { outputs: kept.outputs as Property[] } : {}),
    startNode: frame.start.id,
    nodes: frame.nodes,
    controlFlow: frame.control,
    ...(isObject(kept.extra) ? { extra: kept.extra } : {}),
  }
  const needing = componentsIn(bare).flatMap((one) => ours.get(one.id) ?? [])
  if (needing.length > 0) notes.warn(`Only Millrace can run ${[...new Set(needing)].join(', ')}`)
  if (options.dialect === 'official') warnOfNames(bare, notes)
  const flow = withData(inKnownVersion(bare, notes), frame.data, { kept, notes })
  return {
    flow,
    frame,
    keeping: { made, catalogue, shared: sharedComponentsIn(bare) },
    kept,
    folded,
    launch: () => launchExpressions(flow, sources, canvas.nodes),
  }
}

/** Flows and agents that the document names and does not hold: another tool loads it only together with them. */
function warnOfNames(flow: Flow, notes: Notes): void {
  for (const node of [...flow.nodes, ...componentsIn(flow)]) {
    const held = ['subflow', 'agent', 'subflows'].flatMap((key) => (node as unknown as Fields)[key] ?? [])
    for (const one of held) {
      if (!isObject(one) || one.kind !== 'ref' || one.name === '') continue
      notes.warn(`${quoted(node.name)}: ${quoted(one.name)} is only named: the runtime of the flow has to know it`)
    }
  }
}

/** Components without secrets from the start, so that their fingerprints are those of what is written. */
function withoutTheirSecrets(made: ReadonlyMap<CanvasNode, Made>, notes: Notes): Map<CanvasNode, Made> {
  return new Map(
    [...made].map(([node, one]) => {
      const { value: component, secrets } = withoutSecretsIn(one.component)
      for (const secret of secrets) notes.warn(`Secret ${quoted(secret)} is left out`)
      return [node, secrets.length === 0 ? one : { ...one, component }]
    }),
  )
}

interface Known extends Building {
  readonly made: Map<CanvasNode, Made>
}

function newMaking(ids: Set<unknown>, { made, notes, catalogue, options }: Known): Making {
  const { dialect = 'seed', version } = options
  return {
    notes,
    catalogue,
    made,
    ids,
    frames: new Set(),
    folds: new Set(),
    mayCatch: version === undefined || isAtLeast(version, '26.1.2'),
    mayFork: dialect === 'official' && (version === undefined || isAtLeast(version, '25.4.2')),
  }
}

/** A flow keeps the version that it came with, unless it holds something that the version does not know. */
function inKnownVersion(flow: Flow, notes: Notes): Flow {
  if (flow.version === undefined) return flow
  const needed = versionNeeded(flow)
  if (isAtLeast(flow.version, needed.version)) return flow
  notes.warn(`Version ${quoted(flow.version)} is too low: ${quoted(needed.because)} needs ${needed.version}`)
  return { ...flow, version: needed.version }
}

/** Description as it was; a workflow has an empty one where a flow has none. */
function described(workflow: ExportedWorkflow, kept: Fields): { description?: string } {
  const description = workflow.description ?? ''
  if (description !== '') return { description }
  return typeof kept.description === 'string' && kept.description === '' ? { description } : {}
}

/** Data that flowed by name when the flow came flows by name again if the edges are still the ones that were drawn. */
function withData(flow: Flow, data: readonly DataEdge[], { kept, notes }: { kept: Fields; notes: Notes }): Flow {
  if (!('data_flow' in kept)) return { ...flow, dataFlow: data }
  const ends = (edges: readonly DataEdge[]) =>
    edges.map((one) => [one.sourceNode, one.sourceOutput, one.destinationNode, one.destinationInput].join('\n')).sort()
  if (sameJson(ends(drawnByName(flow)), ends(data))) return kept.data_flow === null ? { ...flow, dataFlow: null } : flow
  notes.warn(
    'Data flowed by name in the flow that this workflow came from; its edges were changed, so they are listed now',
  )
  return { ...flow, dataFlow: data }
}
