import { expect, test } from 'vitest'
import type { Plan, PlanNode } from './plan.ts'
import { completedPlan } from './stored-plan.ts'

const node = (id: string, type: string, more: Partial<PlanNode> = {}): PlanNode => ({
  ...{ id, type, label: id, config: {}, inputs: [], loop: -1, heads: -1, join: 'all', hasErrorEdge: false },
  ...more,
})
const planOf = (...nodes: PlanNode[]): Plan => ({ nodes, edges: [], loops: [], tools: [] })

test('adds the trigger to a start node of an older plan', () => {
  const other = node('b', 'work')
  expect(completedPlan(planOf(node('a', 'start'), other))).toStrictEqual(
    planOf(node('a', 'start', { trigger: 'start' }), other),
  )
})

test('returns a plan of this version unchanged', () => {
  const plan = planOf(node('a', 'start', { trigger: 'start' }), node('b', 'hook', { trigger: 'event' }))
  expect(completedPlan(plan)).toBe(plan)
})
