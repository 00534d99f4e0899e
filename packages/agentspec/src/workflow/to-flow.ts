/**
 * From a workflow to an Agent Spec flow (entries 37 and 40). The same workflow always gives the same flow. What Agent
 * Spec cannot say is kept in the metadata of the flow, so that `to-workflow.ts` gives the workflow back; secrets are not.
 */
import { type Catalogue, isObject, sameJson, withoutSecrets } from '@millrace/model'
import { newSeedReader } from '../codec/read-seed.ts'
import type { Agentic, DataEdge, Fields, Flow, Property } from '../components.ts'
import { componentsIn, sharedComponentsIn } from '../components-in.ts'
import { type Notes, newNotes, quoted } from '../notes.ts'
import { isAtLeast, versionFor, versionNeeded } from '../versions.ts'
import { type Canvas, type CanvasNode, canvasOf, type ExportedWorkflow, isForeach, isWhile } from './canvas.ts'
import { drawnByName } from './draw-edges.ts'
import { withOutputs, withoutOutputs } from './end-outputs.ts'
import { exportRules, isMappable, runningNodes } from './export-rules.ts'
import { foldErrors } from './fold-errors.ts'
import { foldForks } from './fold-forks.ts'
import { foldInputs } from './fold-inputs.ts'
import { foldLoops } from './fold-loops.ts'
import { framed } from './frame.ts'
import { keepCanvas, keepNode } from './keep.ts'
import type { Level, Making } from './level.ts'
import { contextsOf, type Made, madeOf } from './made-nodes.ts'
import type { NodeContext } from './node-context.ts'
import { withoutSecretsIn } from './redact.ts'
import { FLOW } from './saved.ts'

export interface ExportOptions {
  /** For which dialect: a loop is an error in the seed's and none in the official one. */
  readonly dialect?: 'seed' | 'official'
  /** Of the official dialect: what it does not know is left out, where that can be. The lowest that fits unless given. */
  readonly version?: string
}

export interface ExportCheck {
  readonly valid: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

export interface Exported {
  readonly flow: Flow
  /** The agent that the workflow was imported beside. */
  readonly agent?: Agentic
  readonly warnings: readonly string[]
  readonly errors?: undefined
}

export interface NotExportable {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  readonly flow?: undefined
}

/** Whether a workflow can be exported, and what would be lost. */
export function checkExport(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): ExportCheck {
  const { errors, warnings } = toFlow(workflow, catalogue, options)
  return { valid: errors === undefined, errors: errors ?? [], warnings }
}

/** The flow of a workflow; `errors` tells when there is none. */
export function toFlow(
  workflow: ExportedWorkflow,
  catalogue: Catalogue,
  options: ExportOptions = {},
): Exported | NotExportable {
  const notes = newNotes()
  const clean = { ...workflow, nodes: withoutSecrets(workflow.nodes, catalogue) }
  for (const [at, node] of clean.nodes.entries()) {
    if (node !== workflow.nodes[at]) notes.warn(`The secrets of node ${quoted(node.id)} are left out`)
  }
  const canvas = canvasOf(clean, catalogue, workflow.nodes)
  exportRules(canvas, notes, { mayLoop: options.dialect === 'official' })
  const built = builtFlow(clean, canvas, { notes, catalogue, options })
  const fits = built && options.version !== undefined ? versionFor(built, options.version) : undefined
  if (fits && 'problem' in fits) notes.error(fits.problem)
  const { errors } = notes
  if (errors.length > 0 || built === undefined) return { errors, warnings: notes.warnings }
  const { value, secrets } = withoutSecretsIn(built)
  const flow = options.version === undefined ? value : { ...value, version: options.version }
  for (const secret of secrets) notes.warn(`Secret ${quoted(secret)} is left out`)
  const agent = agentBeside(workflow, notes)
  return { flow, ...(agent ? { agent } : {}), warnings: notes.warnings }
}

interface Building {
  readonly notes: Notes
  readonly catalogue: Catalogue
  readonly options: ExportOptions
}

function builtFlow(
  workflow: ExportedWorkflow,
  canvas: Canvas,
  { notes, catalogue, options }: Building,
): Flow | undefined {
  const ids = new Set<unknown>()
  const ours = new Map<string, string>()
  const needsMillrace: NodeContext['needsMillrace'] = (tool, node) =>
    void ours.set(tool.id, `${quoted(node)} (${tool.name})`)
  const contexts = contextsOf(runningNodes(canvas).filter(isMappable), { notes, used: ids, needsMillrace })
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
  const unrolled = foldLoops(foldInputs(level, making), heads, making)
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
  const keeping = { made, catalogue, shared: sharedComponentsIn(bare) }
  const nodes = bare.nodes.map((component) => keepNode(component, frame.canvasOf.get(component), keeping))
  const flow = { ...bare, nodes }
  const whole = withData(inKnownVersion(flow, notes), frame.data, { kept, notes })
  return keepCanvas(whole, { workflow, canvas, catalogue, kept, added: frame.added, folded })
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

function agentBeside(workflow: ExportedWorkflow, notes: Notes): Agentic | undefined {
  const kept = workflow.metadata?.[FLOW]
  if (!isObject(kept) || !isObject(kept.agent)) return undefined
  return newSeedReader({}, notes).component({ component_type: 'agent', ...kept.agent }, 'agent') as Agentic
}
