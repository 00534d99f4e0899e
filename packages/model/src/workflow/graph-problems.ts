/**
 * Problems that prevent a document from being a graph. A draft with any of these is rejected; all others are saved.
 */
import { parseHandle } from '../ports/handle.ts'
import { runAtOnce, runInSlices } from '../time-slice.ts'
import type { Graph, WorkflowEdge } from './workflow.ts'

export interface GraphProblem {
  readonly code: 'DUPLICATE_NODE' | 'DUPLICATE_EDGE' | 'DANGLING_EDGE' | 'BAD_HANDLE' | 'TOO_MANY_NODES'
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

function* findProblems(graph: Graph, maxNodes: number): Generator<void, GraphProblem[]> {
  if (graph.nodes.length > maxNodes) {
    const message = `A workflow may have at most ${maxNodes} nodes, this one has ${graph.nodes.length}`
    return [{ code: 'TOO_MANY_NODES', message, path: '/nodes' }]
  }
  const problems: GraphProblem[] = []
  const nodes = new Set<string>()
  for (const [at, { id }] of graph.nodes.entries()) {
    if (nodes.has(id)) {
      const message = `Node id "${id}" is used twice`
      problems.push({ code: 'DUPLICATE_NODE', message, path: `/nodes/${at}/id`, nodeId: id })
    }
    nodes.add(id)
    yield
  }
  const edges = new Set<string>()
  for (const [at, edge] of graph.edges.entries()) {
    if (edges.has(edge.id)) {
      const message = `Edge id "${edge.id}" is used twice`
      problems.push({ code: 'DUPLICATE_EDGE', message, path: `/edges/${at}/id`, edgeId: edge.id })
    }
    edges.add(edge.id)
    checkEnd('source', edge, { at, nodes, problems })
    checkEnd('target', edge, { at, nodes, problems })
    yield
  }
  return problems
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
    const message = `Edge "${edge.id}" has the ${end} "${node}", and there is no such node`
    problems.push({ code: 'DANGLING_EDGE', message, path: `/edges/${at}/${end}`, edgeId: edge.id })
  } else if (handle && parseHandle(handle, node, direction) === undefined) {
    const message = `Edge "${edge.id}" has the ${end}Handle "${handle}", which is not an ${direction} of node "${node}"`
    problems.push({ code: 'BAD_HANDLE', message, path: `/edges/${at}/${end}Handle`, edgeId: edge.id })
  }
}
