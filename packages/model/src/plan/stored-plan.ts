import type { Plan } from './plan.ts'

/** Completes a plan that was stored by an older version: a start node did not say that it starts executions. */
export function completedPlan(plan: Plan): Plan {
  const isOld = ({ type, trigger }: Plan['nodes'][number]) => type === 'start' && trigger === undefined
  if (!plan.nodes.some(isOld)) return plan
  return { ...plan, nodes: plan.nodes.map((node) => (isOld(node) ? { ...node, trigger: 'start' as const } : node)) }
}
