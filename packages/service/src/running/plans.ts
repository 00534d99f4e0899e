/** Plans of workflows: validated, compiled, and kept for a while, since a busy workflow is started again and again. */
import {
  type Catalogue,
  compile,
  type Graph,
  type Plan,
  Problem,
  problemsIn,
  type ValidationRules,
} from '@millrace/model'

const KEPT = 200
const MAX_DETAILS = 100

export interface Plans {
  /** The plan of a stored version; a 422 Problem when it cannot run. */
  ofVersion(versionId: string, read: () => Graph): Plan
  /** The plan of a workflow that is not stored. */
  of(graph: Graph): Plan
}

export function createPlans(rules: ValidationRules & { readonly catalogue: Catalogue }): Plans {
  const kept = new Map<string, Plan>()
  const of = (graph: Graph): Plan => {
    const errors = problemsIn(graph, rules).filter((one) => one.severity === 'error')
    const first = errors[0]
    if (first !== undefined) {
      const details = errors.slice(0, MAX_DETAILS).map(({ code, message, nodeId, edgeId, portId }) => ({
        code,
        message,
        path: [nodeId ?? edgeId ?? '', portId ?? ''].filter((part) => part !== '').join(':'),
      }))
      throw new Problem('VALIDATION_ERROR', { message: `The workflow cannot run: ${first.message}.`, details })
    }
    return compile(graph, rules.catalogue)
  }
  return {
    of,
    ofVersion(versionId, read) {
      const known = kept.get(versionId)
      if (known !== undefined) return known
      const plan = of(read())
      for (const oldest of kept.keys()) {
        if (kept.size < KEPT) break
        kept.delete(oldest)
      }
      kept.set(versionId, plan)
      return plan
    },
  }
}
