import type { Plan } from '@millrace/model'
import { type IndexedPlan, indexPlan } from '../core/plan-index.ts'

const known = new WeakMap<Plan, IndexedPlan>()

/** The index of a plan; computed once per plan object. */
export function indexed(plan: Plan): IndexedPlan {
  const found = known.get(plan)
  if (found !== undefined) return found
  const index = indexPlan(plan)
  known.set(plan, index)
  return index
}
