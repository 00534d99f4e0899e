/** Plans of stored versions: compiled once, and cached within bounds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { createPlans } from './plans.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

function document(count: number, type = 'text_input'): string {
  const nodes = Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    type,
    position: { x: 0, y: 0 },
    data: { label: 'A', config: { defaultValue: 'x' }, metadata: { node_type_id: type } },
  }))
  return JSON.stringify({ nodes, edges: [] })
}

function plansOf(maxCachedNodes?: number) {
  return createPlans({ checks: service.services.graphChecks, ...(maxCachedNodes && { maxCachedNodes }) })
}

test('a version is compiled once, also when it is started several times at the same moment', async () => {
  const plans = plansOf()
  const [one, two] = await Promise.all([plans.ofVersion('v', document(3)), plans.ofVersion('v', document(3))])
  expect(one.nodes).toHaveLength(3)
  expect(two).toBe(one)
  expect(await plans.ofVersion('v', document(3))).toBe(one)
})

test('plans leave the cache before it holds too many nodes, the oldest first', async () => {
  const plans = plansOf(50)
  const first = new Map<string, unknown>()
  for (const version of 'abcdef') first.set(version, await plans.ofVersion(version, document(10)))
  for (const version of 'bcdef') expect(await plans.ofVersion(version, document(10))).toBe(first.get(version))
  expect(await plans.ofVersion('a', document(10))).not.toBe(first.get('a'))
})

test('a plan that is larger than the cache is still returned', async () => {
  const plan = await plansOf(5).ofVersion('v', document(10))
  expect(plan.nodes).toHaveLength(10)
})

test.each([
  ['on the main thread', 2],
  ['in a worker thread', 2000],
])('the plan and the errors of a version are the same %s', async (_, count) => {
  const plans = plansOf()
  const { nodes } = await plans.ofVersion('v', document(count))
  expect(nodes).toHaveLength(count)
  expect(nodes.at(-1)).toMatchObject({ id: `n${count - 1}`, type: 'text_input', config: { defaultValue: 'x' } })
  await expect(plans.ofVersion('w', document(count, 'unheard_of'))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: expect.arrayContaining([expect.objectContaining({ code: 'UNKNOWN_NODE_TYPE', path: 'n0' })]),
  })
})
