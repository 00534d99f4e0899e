import { gives, simulate } from '@millrace/engine/testing/simulate'
import { expect, test } from 'vitest'
import { hasJobId, jobIdOf, mostRelevant } from './job-refs.ts'
import { jobPage, tallied } from './jobs.ts'

const ROUNDS = 300
const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'

/** The state of a run with many rounds, and the number of steps whose status was read. */
async function countedState() {
  const { state } = await simulate(LOOP, { list: gives(Array.from({ length: ROUNDS }, (_, at) => at)) })
  const read = new Set<unknown>()
  const steps = state.steps.map(
    (step) =>
      new Proxy(step, {
        get(target, key, receiver) {
          if (key === 'status') read.add(target)
          return Reflect.get(target, key, receiver)
        },
      }),
  )
  return { state, counted: { ...state, steps }, looked: () => read.size }
}

test('a page of jobs looks only at the jobs that it shows', async () => {
  const { counted, looked } = await countedState()
  const { jobs, total } = jobPage(counted, () => '', { limit: 5, offset: 100 })
  expect(jobs).toHaveLength(5)
  expect(total).toBe(ROUNDS + 3)
  expect(looked()).toBe(5)
})

test('the most relevant jobs of a completed run are the newest, in their order', async () => {
  const { state } = await countedState()
  const { counts, notable } = tallied(state)
  expect([counts, notable]).toEqual([{ completed: ROUNDS + 3 }, []])
  const all = jobPage(state, () => '', { limit: ROUNDS + 3, offset: 0 }).jobs.map(({ id }) => id)
  const newest = mostRelevant(state, 10, notable).flatMap(({ step }) =>
    step === undefined ? [] : [jobIdOf(state, step)],
  )
  expect(newest).toEqual(all.slice(-10))
})

test('finds the step of a job by its id', async () => {
  const { state } = await countedState()
  for (const step of state.steps) {
    const found = state.steps.filter((one) => hasJobId(state, one, jobIdOf(state, step)))
    expect(found).toEqual([step])
  }
})
