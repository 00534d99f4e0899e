/** Plans of workflows: validated, compiled, and cached by version for workflows that start often. */
import { type Graph, type Plan, Problem } from '@millrace/model'
import type { GraphChecks } from './graph-checks.ts'
import type { PlannedGraph } from './tasks/plan-graph.ts'

const MAX_CACHED = 200
/** About 100 MB. */
const MAX_CACHED_NODES = 50_000
const MAX_DETAILS = 100

export interface Plans {
  /** The plan of a stored version; throws a 422 Problem when it is invalid. */
  ofVersion(versionId: string, document: string): Promise<Plan>
  /** The cached plan of a stored version; undefined if it has to be compiled. */
  cached(versionId: string): Plan | undefined
  /** The plan of a workflow that is not stored. */
  of(graph: Graph): Promise<Plan>
}

export interface PlansNeeds {
  readonly checks: Pick<GraphChecks, 'plan' | 'planOfText'>
  /** Limit of nodes in all cached plans. */
  readonly maxCachedNodes?: number
}

export function createPlans({ checks, maxCachedNodes = MAX_CACHED_NODES }: PlansNeeds): Plans {
  const cached = new Map<string, Plan>()
  /** Concurrent starts of the same version share one compilation. */
  const pending = new Map<string, Promise<Plan>>()
  let nodes = 0

  function add(versionId: string, plan: Plan): void {
    cached.set(versionId, plan)
    nodes += plan.nodes.length
    for (const [oldest, { nodes: own }] of cached) {
      if (oldest === versionId || (cached.size <= MAX_CACHED && nodes <= maxCachedNodes)) break
      cached.delete(oldest)
      nodes -= own.length
    }
  }

  async function compiled(versionId: string, document: string): Promise<Plan> {
    const plan = planIn(await checks.planOfText(document))
    add(versionId, plan)
    return plan
  }

  return {
    cached: (versionId) => cached.get(versionId),
    of: async (graph) => planIn(await checks.plan(graph)),
    async ofVersion(versionId, document) {
      const known = cached.get(versionId) ?? pending.get(versionId)
      if (known !== undefined) return known
      const compiling = compiled(versionId, document).finally(() => pending.delete(versionId))
      pending.set(versionId, compiling)
      return compiling
    },
  }
}

function planIn(planned: PlannedGraph): Plan {
  if (planned.plan !== undefined) return planned.plan
  const { errors } = planned
  const details = errors.slice(0, MAX_DETAILS).map(({ code, message, nodeId, edgeId, portId }) => ({
    code,
    message,
    path: [nodeId ?? edgeId ?? '', portId ?? ''].filter((part) => part !== '').join(':'),
  }))
  throw new Problem('VALIDATION_ERROR', { message: `The workflow cannot run: ${errors[0]?.message}.`, details })
}
