/** Plans of workflows: validated, compiled, and kept for a while, since a busy workflow is started again and again. */
import { type Catalogue, compile, type Graph, type Plan, Problem, parseInSlices, type Workflow } from '@millrace/model'
import type { GraphChecks } from './graph-checks.ts'

const KEPT = 200
const MAX_DETAILS = 100

export interface Plans {
  /** The plan of a stored version by its document; a 422 Problem when it cannot run. */
  ofVersion(versionId: string, document: string): Promise<Plan>
  /** The plan of a workflow that is not stored. */
  of(graph: Graph): Promise<Plan>
}

export interface PlansNeeds {
  readonly catalogue: Catalogue
  readonly checks: GraphChecks
}

export function createPlans({ catalogue, checks }: PlansNeeds): Plans {
  const kept = new Map<string, Plan>()
  const planOf = async (graph: Graph, text?: string): Promise<Plan> => {
    const problems = await checks.problems(graph, text === undefined ? {} : { text })
    const errors = problems.filter((one) => one.severity === 'error')
    const first = errors[0]
    if (first !== undefined) {
      const details = errors.slice(0, MAX_DETAILS).map(({ code, message, nodeId, edgeId, portId }) => ({
        code,
        message,
        path: [nodeId ?? edgeId ?? '', portId ?? ''].filter((part) => part !== '').join(':'),
      }))
      throw new Problem('VALIDATION_ERROR', { message: `The workflow cannot run: ${first.message}.`, details })
    }
    return compile(graph, catalogue)
  }
  return {
    of: (graph) => planOf(graph),
    async ofVersion(versionId, document) {
      const known = kept.get(versionId)
      if (known !== undefined) return known
      const plan = await planOf((await parseInSlices(document)) as Workflow, document)
      for (const oldest of kept.keys()) {
        if (kept.size < KEPT) break
        kept.delete(oldest)
      }
      kept.set(versionId, plan)
      return plan
    },
  }
}
