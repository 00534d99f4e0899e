/** Builds the flow of one workflow: converts nodes to components, folds, orders and connects them. */
import { type Catalogue, isObject, sameJson } from '@millrace/model'
import type { DataEdge, Fields, Flow, FlowNodeComponent, Property } from '../components.ts'
import { componentsIn, sharedComponentsIn } from '../components-in.ts'
import { type Notes, quoted } from '../notes.ts'
import { isAtLeast, versionNeeded } from '../versions.ts'
import type { FindCalled, LaunchExpressions } from './called-workflows.ts'
import { type Canvas, type CanvasNode, type ExportedWorkflow, isForeach, isWhile } from './canvas.ts'
import type { Level, Making } from './canvas-level.ts'
import { contextsOf, type Made, madeOf } from './convert-nodes.ts'
import { drawnByName } from './draw-edges.ts'
import { withOutputs, withoutOutputs } from './end-outputs.ts'
import type { ExportOptions } from './export-options.ts'
import { isMappable, runningNodes } from './export-rules.ts'
import { type Frame, framed } from './flow-frame.ts'
import { foldErrors } from './fold-errors.ts'
import { foldForks } from './fold-forks.ts'
import { foldInputs } from './fold-inputs.ts'
import { foldLoops } from './fold-loops.ts'
import { launchExpressions, launchSources } from './launch-expressions.ts'
import type { NodeContext } from './node-context.ts'
import { withoutSecretsIn } from './redact.ts'
import { FLOW } from './saved-metadata.ts'
import type { keepNode } from './store-canvas.ts'

export interface Building {
  readonly notes: Notes
  readonly catalogue: Catalogue
  readonly options: ExportOptions
  /** Resolves workflows that nodes call; absent if they are only referenced. */
  readonly called?: FindCalled
}

/** A flow and its intermediate results. */
export interface BuiltFlow {
  readonly flow: Flow
  readonly frame: Frame
  readonly keeping: Parameters<typeof keepNode>[2]
  /** Metadata of the flow from its import. */
  readonly kept: Fields
  /** Components that canvas nodes were folded into. */
  readonly folded: readonly FlowNodeComponent[]
  /** Where the inputs of the flow are found in a launch of the workflow. */
  readonly launch: () => LaunchExpressions
}

/** Converts the nodes and edges of a workflow to a flow; undefined with noted errors if that is impossible. */
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

/** Warns about flows and agents that the document only references: other tools need them to load it. */
function warnOfNames(flow: Flow, notes: Notes): void {
  for (const node of [...flow.nodes, ...componentsIn(flow)]) {
    const held = ['subflow', 'agent', 'subflows'].flatMap((key) => (node as unknown as Fields)[key] ?? [])
    for (const one of held) {
      if (!isObject(one) || one.kind !== 'ref' || one.name === '') continue
      notes.warn(
        `${quoted(node.name)}: ${quoted(one.name)} is only referenced: it must be registered on the runtime of the flow`,
      )
    }
  }
}

/** Removes secrets first, so that fingerprints match what is written. */
function withoutTheirSecrets(made: ReadonlyMap<CanvasNode, Made>, notes: Notes): Map<CanvasNode, Made> {
  return new Map(
    [...made].map(([node, one]) => {
      const { value: component, secrets } = withoutSecretsIn(one.component)
      for (const secret of secrets) notes.warn(`Secret ${quoted(secret)} is omitted`)
      return [node, secrets.length === 0 ? one : { ...one, component }]
    }),
  )
}

interface Known extends Building {
  readonly made: Map<CanvasNode, Made>
}

function newMaking(ids: Set<unknown>, { made, notes, catalogue, options }: Known): Making {
  const { dialect = 'simple', version } = options
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

/** Keeps the version of an imported flow unless it contains something that the version does not support. */
function inKnownVersion(flow: Flow, notes: Notes): Flow {
  if (flow.version === undefined) return flow
  const needed = versionNeeded(flow)
  if (isAtLeast(flow.version, needed.version)) return flow
  notes.warn(`Version ${quoted(flow.version)} is too low: ${quoted(needed.because)} needs ${needed.version}`)
  return { ...flow, version: needed.version }
}

/** The original description; a workflow has an empty one if the flow had none. */
function described(workflow: ExportedWorkflow, kept: Fields): { description?: string } {
  const description = workflow.description ?? ''
  if (description !== '') return { description }
  return typeof kept.description === 'string' && kept.description === '' ? { description } : {}
}

/** Restores implicit data flow if the data edges are unchanged since the import. */
function withData(flow: Flow, data: readonly DataEdge[], { kept, notes }: { kept: Fields; notes: Notes }): Flow {
  if (!('data_flow' in kept)) return { ...flow, dataFlow: data }
  const ends = (edges: readonly DataEdge[]) =>
    edges.map((one) => [one.sourceNode, one.sourceOutput, one.destinationNode, one.destinationInput].join('\n')).sort()
  if (sameJson(ends(drawnByName(flow)), ends(data))) return kept.data_flow === null ? { ...flow, dataFlow: null } : flow
  notes.warn('The imported flow connected data by name; its edges were changed, so they are listed now')
  return { ...flow, dataFlow: data }
}
