/** A plan with what the engine looks up all the time: who feeds whom, and where things stand in their level. */
import type { Plan } from '@millrace/model'

export interface IndexedPlan {
  readonly plan: Plan
  /** Edges that a node waits for, by node; what comes back to a loop's head is not waited for. */
  readonly arriving: readonly (readonly number[])[]
  readonly leaving: readonly (readonly number[])[]
  /** Nodes and edges of each level; level -1 is at 0, loop n at n + 1. */
  readonly levels: readonly Level[]
  /** The place of a node among the nodes of its level, and of an edge among the edges of its own. */
  readonly nodePlace: Int32Array
  readonly edgePlace: Int32Array
}

export interface Level {
  readonly nodes: readonly number[]
  readonly edges: readonly number[]
  /** How many edges each node of the level waits for. */
  readonly waits: Int32Array
}

const known = new WeakMap<Plan, IndexedPlan>()

/** The index of a plan; the same plan is indexed once. */
export function indexed(plan: Plan): IndexedPlan {
  const found = known.get(plan)
  if (found !== undefined) return found
  const made = build(plan)
  known.set(plan, made)
  return made
}

function build(plan: Plan): IndexedPlan {
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
    levels: levels.map(({ nodes, edges }) => ({
      nodes,
      edges,
      waits: Int32Array.from(nodes, (node) => arriving[node]?.length ?? 0),
    })),
  }
}
