import { asks, fails, gives, simulate } from '@millrace/engine/testing/simulate'
import type { LogEntry } from '@millrace/model'
import { expect, test } from 'vitest'
import { wholeLogOf } from './engine-log.ts'
import { updatesOf } from './updates.ts'

type Run = Parameters<typeof simulate>

async function linesOf(...run: Run): Promise<string[]> {
  const { state } = await simulate(...run)
  return wholeLogOf(state).map(textOf)
}

function textOf({ node_id, level, message }: LogEntry): string {
  return `${node_id} ${level}: ${message}`
}

/** The lines of the updates that a watcher gets, and of those after half of the events. */
async function streamedLines({ run }: Awaited<ReturnType<typeof simulate>>): Promise<[string[], string[]]> {
  const [row] = run.journal.rows.values()
  if (row === undefined) return [[], []]
  const read = async (after: number, before: number) => {
    const lines: string[] = []
    for await (const { logs } of updatesOf(row.record, row.events.slice(0, before), after)) {
      lines.push(...logs.map(textOf))
    }
    return lines
  }
  const half = Math.floor(row.events.length / 2)
  const all = await read(0, row.events.length)
  return [all, [...(await read(0, half)), ...(await read(half, row.events.length))]]
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

test.each<[string, Run]>([
  ['starts and failures', ['a -> b', { a: gives(1), b: fails('BROKEN') }]],
  [
    'retries',
    [
      'a',
      { a: fails('BUSY', true) },
      { nodes: { a: { extensions: { 'millrace:retry': { maxAttempts: 3, delayMs: 10 } } } } },
    ],
  ],
  [
    'waits and questions',
    ['a => b', { a: ({ clock }) => ({ sleepUntil: clock.now() + 100, outputs: {} }), b: asks() }],
  ],
  [
    'failed rounds of a loop',
    [
      'list -> each.items \n each -item-> work \n work -> each.loop_back',
      { list: gives([1, 2, 3]), work: fails('BROKEN') },
      { nodes: { each: { config: { continueOnError: true } } } },
    ],
  ],
])('updates have the same lines as the log, each once: %s', async (_, run) => {
  const simulated = await simulate(...run)
  // Sorted: lines of the same millisecond may be in another order.
  const whole = wholeLogOf(simulated.state).map(textOf).sort()
  expect(whole.length).toBeGreaterThan(2)
  const [all, halves] = await streamedLines(simulated)
  expect(all.sort()).toEqual(whole)
  expect(halves.sort()).toEqual(whole)
})
