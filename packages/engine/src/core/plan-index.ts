/** A plan with the look-ups that the engine needs often: the edges of each node, the nodes of each level. */
import { isConverted, type Plan } from '@millrace/model'

export interface IndexedPlan {
  readonly plan: Plan
  /** Edges that a node waits for, by node; without the edges that lead back to a loop's head. */
  readonly arriving: readonly (readonly number[])[]
  readonly leaving: readonly (readonly number[])[]
  /** Nodes and edges of each level; level -1 is at 0, loop n at n + 1. */
  readonly levels: readonly Level[]
  /** The position of each node, and of each edge, within its level. */
  readonly nodePlace: Int32Array
  readonly edgePlace: Int32Array
  /** For each edge: whether its values are converted for the port that it leads to. */
  readonly isConverted: readonly boolean[]
  /** One zero for each node: executions copy it, which is faster than a new typed array. */
  readonly noNodes: readonly number[]
  /** The position of the input that each edge leads to among those of its node; -1 if it leads to none. */
  readonly inputPlace: Int32Array
}

export interface Level {
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
  /** How many edges each node of the level waits for. */
  readonly waits: readonly number[]
  /** One zero for each edge: executions copy it, which is faster than a new typed array. */
  readonly noEdges: readonly number[]
}

export function indexPlan(plan: Plan): IndexedPlan {
  const arriving: number[][] = plan.nodes.map(() => [])
  const leaving: number[][] = plan.nodes.map(() => [])
  const levels = Array.from({ length: plan.loops.length + 1 }, () => ({ nodes: [] as number[], edges: [] as number[] }))
  const nodePlace = new Int32Array(plan.nodes.length)
  const edgePlace = new Int32Array(plan.edges.length)
  for (const [at, node] of plan.nodes.entries()) {
    nodePlace[at] = (levels[node.loop + 1]?.nodes.push(at) ?? 1) - 1
  }
  for (const [at, edge] of plan.edges.entries()) {
    edgePlace[at] = (levels[edge.level + 1]?.edges.push(at) ?? 1) - 1
    leaving[edge.from]?.push(at)
    if (edge.kind !== 'loop_back') arriving[edge.to]?.push(at)
  }
  return {
    plan,
    arriving,
    leaving,
    nodePlace,
    edgePlace,
    isConverted: plan.edges.map(({ fromType, toType }) => isConverted(fromType, toType)),
    noNodes: plan.nodes.map(() => 0),
    inputPlace: Int32Array.from(plan.edges, ({ to, toPort }) => inputAt(plan, to, toPort)),
    levels: levels.map(({ nodes, edges }) => ({
      nodes,
      edges,
      waits: nodes.map((node) => arriving[node]?.length ?? 0),
      noEdges: edges.map(() => 0),
    })),
  }
}

/** The last one: `portsOf` lets it decide if several inputs have the same id. */
function inputAt({ nodes }: Plan, node: number, port: string): number {
  return nodes[node]?.inputs.findLastIndex(({ id }) => id === port) ?? -1
}
