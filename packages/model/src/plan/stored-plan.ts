import type { Plan } from './plan.ts'

/** Completes a plan of an older version, in which start nodes had no `trigger`. */
export function completedPlan(plan: Plan): Plan {
  const isOld = ({ type, trigger }: Plan['nodes'][number]) => type === 'start' && trigger === undefined
  if (!plan.nodes.some(isOld)) return plan
  return { ...plan, nodes: plan.nodes.map((node) => (isOld(node) ? { ...node, trigger: 'start' as const } : node)) }
}
