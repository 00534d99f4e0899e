import { asks, fails, gives, simulate } from '@millrace/engine/testing/simulate'
import { expect, test } from 'vitest'
import { wholeLogOf } from './engine-log.ts'

type Run = Parameters<typeof simulate>

async function linesOf(...run: Run): Promise<string[]> {
  const { state } = await simulate(...run)
  return wholeLogOf(state).map(({ node_id, level, message }) => `${node_id} ${level}: ${message}`)
}

test('has a line for the start and the failure of steps', async () => {
  const lines = await linesOf('a -> b', { a: gives(1), b: fails('BROKEN') })
  expect(lines).toEqual(['a debug: Started', 'b debug: Started', 'b error: Failed (BROKEN): BROKEN happened'])
})

test('has the lines of retries', async () => {
  const retry = { extensions: { 'millrace:retry': { maxAttempts: 2, delayMs: 10 } } }
  const lines = await linesOf('a', { a: fails('BUSY', true) }, { nodes: { a: retry } })
  expect(lines).toEqual([
    'a debug: Started',
    'a warning: Attempt 1 failed (BUSY) and is retried: BUSY happened',
    'a error: Failed (BUSY): BUSY happened',
  ])
})

test('has lines for waiting for a time and for an answer', async () => {
  const lines = await linesOf('a => b', {
    a: ({ clock }) => ({ sleepUntil: clock.now() + 100, outputs: {} }),
    b: asks(),
  })
  expect(lines).toEqual([
    'a debug: Started',
    expect.stringMatching(/^a info: Waits until \d{4}-\d\d-\d\dT/),
    'b debug: Started',
    'b info: Waits for an answer: Go on?',
  ])
})

test('names the iteration of a loop, and has lines for the newest steps of a long run only', async () => {
  const items = Array.from({ length: 2500 }, (_, at) => at)
  const lines = await linesOf(
    'list -> each.items \n each -item-> work \n work -> each.loop_back',
    { list: gives(items) },
    { nodes: { each: { config: { maxIterations: 5000 } } } },
  )
  expect(lines).toHaveLength(2000)
  expect(lines.at(-1)).toBe('work debug: Started (iteration 2500)')
})
