/** The node statuses of the pipeline detail when a run fails, and of nodes that never ran. */
import { planOf } from '@millrace/engine/testing/drawing'
import {
  gives,
  recordOf,
  type Script,
  type SimulationOptions,
  simulate,
  simulation,
} from '@millrace/engine/testing/simulate'
import type { PipelineDetail, PlanTool } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { detailOf } from './detail.ts'

const LOOP = 'list -> each.items \n each -item-> work \n work -> each.loop_back \n each -results-> out'

const failsFor =
  (bad: unknown): Script =>
  ({ inputs, clock }) =>
    inputs.in === bad
      ? { failure: { code: 'BAD', message: 'bad item' } }
      : { sleepUntil: clock.now() + 10, outputs: { out: inputs.in } }

async function detailAfter(
  drawing: string,
  scripts: Record<string, Script>,
  nodes: SimulationOptions['nodes'] = {},
): Promise<PipelineDetail> {
  const { state, run } = await simulate(drawing, scripts, { nodes })
  const record = run.journal.rows.get('execution-1')?.record ?? expect.fail('not recorded')
  return detailOf(record, state, { href: () => '' })
}

describe('a round of a foreach that fails the run', () => {
  test('leaves its node and the loop failed with the error, and opens no further round', async () => {
    const detail = await detailAfter(LOOP, { list: gives([1, 2, 3]), work: failsFor(2) })
    expect(detail.node_statuses).toMatchObject({
      list: { status: 'completed' },
      work: { status: 'failed', error: 'bad item', status_counts: { completed: 1, failed: 1 } },
      each: { status: 'failed', error: 'Round 2 failed: bad item' },
      out: { status: 'skipped' },
    })
    expect(detail.jobs.filter(({ node_id }) => node_id === 'work').map(({ status }) => status)).toEqual([
      'completed',
      'failed',
    ])
    expect(detail.job_status_summary).toMatchObject({ failed: 2, cancelled: 0 })
    expect(detail.error).toBe('Node "work" (work) failed: bad item')
  })

  test('decides the status of its node although concurrent rounds are cancelled later', async () => {
    const detail = await detailAfter(
      LOOP,
      { list: gives([1, 2, 3, 4]), work: failsFor(2) },
      { each: { config: { concurrency: 3 } } },
    )
    expect(detail.node_statuses.work).toMatchObject({ status: 'failed', error: 'bad item' })
    expect(detail.node_statuses.each).toMatchObject({ status: 'failed', error: 'Round 2 failed: bad item' })
    const rounds = detail.jobs.filter(({ node_id }) => node_id === 'work')
    expect(rounds.map(({ status, failed_run }) => [status, failed_run ?? false])).toEqual([
      ['cancelled', false],
      ['failed', true],
      ['cancelled', false],
    ])
  })

  test('fails every loop around it', async () => {
    const detail = await detailAfter(
      `list -> each1.items
       each1 -item-> each2.items
       each2 -item-> work
       work -> each2.loop_back
       each2 -results-> each1.loop_back
       each1 -results-> out`,
      { list: gives([[1], [2, 3], [4]]), work: failsFor(3) },
    )
    expect(detail.node_statuses).toMatchObject({
      work: { status: 'failed' },
      each2: { status: 'failed', error: 'Round 2 failed: bad item', status_counts: { completed: 1, failed: 1 } },
      each1: { status: 'failed', error: 'Round 2 failed: bad item' },
    })
  })

  test('fails a while loop as well', async () => {
    const detail = await detailAfter('one -> while.value \n while -value-> work \n work -> while.loop_back', {
      one: gives(1),
      while: () => ({ goesOn: true }),
      work: ({ inputs }) =>
        inputs.in === 2
          ? { failure: { code: 'BAD', message: 'bad item' } }
          : { outputs: { out: Number(inputs.in) + 1 } },
    })
    expect(detail.node_statuses).toMatchObject({ work: { status: 'failed' }, while: { status: 'failed' } })
  })
})

test('a failed round that the loop tolerates leaves the newest round as the status', async () => {
  const detail = await detailAfter(
    LOOP,
    { list: gives([1, 2, 3]), work: failsFor(2), out: () => ({ failure: { code: 'LATER', message: 'later' } }) },
    { each: { config: { continueOnError: true } } },
  )
  expect(detail.node_statuses).toMatchObject({
    work: { status: 'completed', status_counts: { completed: 2, failed: 1 } },
    each: { status: 'completed' },
    out: { status: 'failed', error: 'later' },
  })
})

describe('a node that ends the run as failed', () => {
  const ends: Script = () => ({
    outputs: {},
    ends: { status: 'failed', failure: { code: 'NO_STOCK', message: 'no stock' } },
  })

  test('is itself failed, with the message and the code', async () => {
    const detail = await detailAfter('a -> b \n b -> c', { b: ends })
    expect(detail.node_statuses).toMatchObject({
      a: { status: 'completed' },
      b: { status: 'failed', error: 'no stock' },
      c: { status: 'skipped' },
    })
    expect(detail.jobs.find(({ node_id }) => node_id === 'b')).toMatchObject({ error_code: 'NO_STOCK' })
    expect(detail).toMatchObject({ status: 'failed', error: 'no stock', error_code: 'NO_STOCK' })
    expect(detail.job_status_summary).toMatchObject({ completed: 1, failed: 1, skipped: 1 })
  })

  test('fails the loop around it', async () => {
    const detail = await detailAfter(LOOP, { list: gives([1, 2]), work: ends })
    expect(detail.node_statuses).toMatchObject({ work: { status: 'failed' }, each: { status: 'failed' } })
  })
})

test('a tool that no agent has called is idle during the run and skipped after it', async () => {
  const tool: PlanTool = { id: 'search', type: 'search', label: 'Search', config: {} }
  const plan = { ...planOf('a -> b'), tools: [tool] }
  const gate = Promise.withResolvers<void>()
  const run = simulation({
    async b() {
      await gate.promise
      return { outputs: {} }
    },
  })
  const record = recordOf('execution-1', plan, run.clock)
  await run.engine.start(record, { inputs: {} })
  await run.settle()
  expect(detailOf(record, await run.state(), { href: () => '' }).node_statuses.search).toMatchObject({ status: 'idle' })
  gate.resolve()
  await run.settle()
  expect(detailOf(record, await run.state(), { href: () => '' }).node_statuses.search).toMatchObject({
    status: 'skipped',
  })
})
