/**
 * Problems that prevent a document from being a graph. A draft with any of these is rejected; all others are saved.
 */
import { PROBLEM_MESSAGES, type ProblemValues, problemMessage } from '../messages/problem-messages.ts'
import { parseHandle } from '../ports/handle.ts'
import { runAtOnce, runInSlices } from '../time-slice.ts'
import type { Graph, WorkflowEdge } from './workflow.ts'

type GraphProblemKey =
  | 'tooManyNodes'
  | 'duplicateNode'
  | 'duplicateEdge'
  | 'danglingSource'
  | 'danglingTarget'
  | 'badSourceHandle'
  | 'badTargetHandle'

export interface GraphProblem {
  readonly code: (typeof PROBLEM_MESSAGES)[GraphProblemKey][0]
  readonly message: string
  /** JSON pointer into the workflow. */
  readonly path: string
  readonly nodeId?: string
  readonly edgeId?: string
}

/** All problems that prevent nodes and edges from being a graph; empty if there are none. */
export function graphProblems(graph: Graph, maxNodes: number): GraphProblem[] {
  return runAtOnce(findProblems(graph, maxNodes))
}

/** Like `graphProblems`, in slices for the main thread of a service. */
export function graphProblemsInSlices(graph: Graph, maxNodes: number): Promise<GraphProblem[]> {
  return runInSlices(findProblems(graph, maxNodes))
}

/** Nodes or edges between two pauses: far less than a millisecond. */
const PARTS_AT_ONCE = 50

function* findProblems(graph: Graph, maxNodes: number): Generator<void, GraphProblem[]> {
  if (graph.nodes.length > maxNodes) {
    return [found('tooManyNodes', { most: maxNodes, count: graph.nodes.length }, { path: '/nodes' })]
  }
  const problems: GraphProblem[] = []
  const nodes = new Set<string>()
  let at = 0
  for (const { id } of graph.nodes) {
    if (nodes.has(id)) problems.push(found('duplicateNode', { id }, { path: `/nodes/${at}/id`, nodeId: id }))
    nodes.add(id)
    if (++at % PARTS_AT_ONCE === 0) yield
  }
  const edges = new Set<string>()
  at = 0
  for (const edge of graph.edges) {
    if (edges.has(edge.id)) {
      problems.push(found('duplicateEdge', { id: edge.id }, { path: `/edges/${at}/id`, edgeId: edge.id }))
    }
    edges.add(edge.id)
    const check = { at, nodes, problems }
    checkEnd('source', edge, check)
    checkEnd('target', edge, check)
    if (++at % PARTS_AT_ONCE === 0) yield
  }
  return problems
}

function found<Key extends GraphProblemKey>(
  key: Key,
  values: ProblemValues<Key>,
  place: Omit<GraphProblem, 'code' | 'message'>,
): GraphProblem {
  const [code] = PROBLEM_MESSAGES[key]
  return { code, message: problemMessage(key, values), ...place }
}

interface Check {
  readonly at: number
  readonly nodes: ReadonlySet<string>
  readonly problems: GraphProblem[]
}

function checkEnd(end: 'source' | 'target', edge: WorkflowEdge, { at, nodes, problems }: Check): void {
  const node = edge[end]
  const handle = end === 'source' ? edge.sourceHandle : edge.targetHandle
  const direction = end === 'source' ? 'output' : 'input'
  if (!nodes.has(node)) {
    const key = end === 'source' ? 'danglingSource' : 'danglingTarget'
    problems.push(found(key, { edge: edge.id, id: node }, { path: `/edges/${at}/${end}`, edgeId: edge.id }))
  } else if (handle && parseHandle(handle, node, direction) === undefined) {
    const key = end === 'source' ? 'badSourceHandle' : 'badTargetHandle'
    problems.push(
      found(key, { edge: edge.id, id: node, handle }, { path: `/edges/${at}/${end}Handle`, edgeId: edge.id }),
    )
  }
}
