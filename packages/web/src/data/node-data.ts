/** Sample data of the nodes of a workflow: pinned outputs and the values of the last run. Pure. */
import {
  type Graph,
  type Job,
  LOOP_BACK,
  type NodeType,
  type PipelineDetail,
  parseHandle,
  pinsOf,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import { portOfNode } from '../graph/connection-check.ts'
import { nodeReferences } from './expression-path.ts'

export type PortData = Readonly<Record<string, unknown>>

/** The part of an execution that the data views use. */
export type RunData = Pick<PipelineDetail, 'id' | 'created' | 'jobs' | 'node_statuses'>

export interface DataSources {
  readonly graph: Graph
  readonly types: ReadonlyMap<string, NodeType>
  /** Newest first. The values of a node are those of the newest run that the node was part of. */
  readonly runs: readonly RunData[]
}

/** The values of a node. Long values of a run are truncated (`isCut`); `loadFullValue` loads them. */
export interface NodeData {
  readonly inputs: PortData
  readonly outputs: PortData
  /** The origin of the outputs, or of the inputs if there are no outputs. */
  readonly source: 'run' | 'pinned' | undefined
  /** The execution that the values come from. */
  readonly executionId?: string
  /** The newest step of the node in that execution. */
  readonly job?: Job
  /** When that execution was started. */
  readonly created?: string
}

/** A node that comes before another one. */
export interface UpstreamNode {
  readonly id: string
  readonly title: string
  /** The node in an expression, for example `nodes.fetch`. */
  readonly reference: string
  readonly node: WorkflowNode
  /** True if an edge leads directly to the other node. */
  readonly isDirect: boolean
  readonly outputs: PortData
  readonly source: NodeData['source']
}

const NO_DATA: PortData = {}

export function nodeDataOf(sources: DataSources, nodeId: string): NodeData {
  const { graph } = sources
  const node = graph.nodes.find(({ id }) => id === nodeId)
  if (node === undefined) return { inputs: NO_DATA, outputs: NO_DATA, source: undefined }
  const run = runOfNode(sources, nodeId)
  const job = newestJob(run, nodeId)
  const { outputs, source } = outputsOf(sources, node)
  const inputs = inputsOf(sources, node, job)
  const from = job === undefined ? inputs.run : run
  return {
    inputs: inputs.values,
    outputs,
    source: source ?? inputs.source,
    ...(from === undefined ? {} : { executionId: from.id, created: from.created }),
    ...(job === undefined ? {} : { job }),
  }
}

/** The newest run that the node was part of; a test of one node contains few others. */
function runOfNode({ runs }: DataSources, nodeId: string): RunData | undefined {
  return runs.find(({ node_statuses }) => node_statuses[nodeId] !== undefined)
}

/** Pinned outputs replace those of the last run, as in a test run. */
function outputsOf(sources: DataSources, node: WorkflowNode): { outputs: PortData; source: NodeData['source'] } {
  const pins = pinsOf(node)
  if (pins !== undefined) return { outputs: pins, source: 'pinned' }
  const run = runOfNode(sources, node.id)
  const outputs = newestJob(run, node.id, (job) => job.output_data !== undefined)?.output_data
  return outputs === undefined ? { outputs: NO_DATA, source: undefined } : { outputs, source: 'run' }
}

/**
 * The inputs of the newest step. Pinned outputs of connected nodes replace them, because a test run delivers those;
 * inputs that the step lacks, for example of a node that was added after the run, come from the connected outputs.
 */
function inputsOf(sources: DataSources, node: WorkflowNode, job: Job | undefined) {
  const { graph } = sources
  const values: Record<string, unknown> = { ...job?.input_data }
  let source: NodeData['source'] = job?.input_data === undefined ? undefined : 'run'
  let run: RunData | undefined
  for (const edge of graph.edges) {
    if (edge.target !== node.id) continue
    const to = parseHandle(edge.targetHandle ?? '', node.id, 'input')
    const from = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
    const before = graph.nodes.find(({ id }) => id === edge.source)
    if (to === undefined || from === undefined || before === undefined) continue
    const type = inputType(node, to, sources)
    if (type === 'trigger' || type === 'tool') continue
    const found = outputsOf(sources, before)
    if (found.source === undefined || !Object.hasOwn(found.outputs, from)) continue
    if (found.source === 'run' && Object.hasOwn(values, to)) continue
    values[to] = found.outputs[from]
    if (found.source === 'run') run ??= runOfNode(sources, before.id)
    source ??= found.source
  }
  return { values, source, run }
}

function inputType(node: WorkflowNode, port: string, { types }: DataSources): string | undefined {
  return portOfNode(node, { port, side: 'inputs' }, types)?.dataType
}

/** All nodes before a node, nearest first. Loop-back and tool connections do not count. */
export function upstreamOf(sources: DataSources, nodeId: string): UpstreamNode[] {
  const { graph } = sources
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const arriving = Map.groupBy(graph.edges, ({ target }) => target)
  const direct = new Set<string>()
  const seen = new Set([nodeId])
  const queue = [nodeId]
  for (const id of queue) {
    const after = byId.get(id)
    for (const { source, targetHandle } of arriving.get(id) ?? []) {
      const port = parseHandle(targetHandle ?? '', id, 'input')
      if (port === LOOP_BACK || after === undefined || !byId.has(source)) continue
      if (port !== undefined && inputType(after, port, sources) === 'tool') continue
      if (id === nodeId) direct.add(source)
      if (seen.has(source)) continue
      seen.add(source)
      queue.push(source)
    }
  }
  const references = nodeReferences(graph)
  return queue.slice(1).flatMap((id) => {
    const node = byId.get(id)
    if (node === undefined) return []
    const reference = references.get(id) ?? ''
    return [{ id, title: titleOf(node) || id, reference, node, isDirect: direct.has(id), ...outputsOf(sources, node) }]
  })
}

/** The newest step of a node, else undefined. Steps that were skipped or have not started have no values. */
function newestJob(
  run: RunData | undefined,
  nodeId: string,
  fits: (job: Job) => boolean = (job) => job.input_data !== undefined || job.output_data !== undefined,
): Job | undefined {
  return run?.jobs.findLast((job) => job.node_id === nodeId && fits(job))
}
