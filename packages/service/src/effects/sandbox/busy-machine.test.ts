/** Calls on a machine without spare CPU time, simulated by a stopped process: only the CPU time they use counts. */
import { afterEach, expect, test, vi } from 'vitest'
import type { SandboxAnswer, SandboxCall } from './calls.ts'
import { type PoolLimits, ProcessPool } from './process-pool.ts'
import { processTimeMs } from './process-time.ts'
import { SandboxProcess } from './sandbox-process.ts'

vi.setConfig({ testTimeout: 120_000 })

const LIMITS: PoolLimits = {
  size: 1,
  shortMs: 60_000,
  maxQueued: 10,
  maxWaitMs: 120_000,
  idleMs: 60_000,
  startMs: 60_000,
  maxHeapMb: 256,
  maxAnswerBytes: 1_000_000,
  maxIdleRssBytes: 2 ** 40,
}

const pools: ProcessPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
})

function onePool() {
  const started: SandboxProcess[] = []
  const pool = new ProcessPool(LIMITS, (limits) => {
    const made = new SandboxProcess(limits)
    started.push(made)
    return made
  })
  pools.push(pool)
  return { pool, started }
}

const REPEATED = 20_000

/** Each runs long enough to be paused while it runs. */
const CALLS: Readonly<Record<string, (timeoutMs: number) => [call: SandboxCall, body: string]>> = {
  'an expression': (timeoutMs) => [
    { kind: 'expression', source: `$sum($map([1..${REPEATED}], function($x) { $x * 2 }))`, timeoutMs },
    '{}',
  ],
  'a template': (timeoutMs) => [
    { kind: 'template', source: `{% for x in (1..${REPEATED}) %}{{ x | plus: 1 }}{% endfor %}`, timeoutMs },
    '{}',
  ],
  'a pattern': (timeoutMs) => [
    { kind: 'pattern', pattern: '(x+x+)+y', flags: 'g', replacement: null, limit: 10, timeoutMs },
    JSON.stringify('x'.repeat(23)),
  ],
  code: (timeoutMs) => [
    {
      kind: 'code',
      source: `let sum = 0; for (let i = 0; i < ${REPEATED * 100}; i++) sum += i % 7; return sum`,
      names: [],
      timeoutMs,
      memoryMb: 64,
    },
    '{}',
  ],
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test.runIf(process.platform === 'linux').each(Object.entries(CALLS))(
  '%s finishes although its process was paused for longer than the time limit',
  async (_, callWith) => {
    const { pool, started } = onePool()
    const { signal } = new AbortController()
    const run = async (timeoutMs: number) => {
      const [head, body] = callWith(timeoutMs)
      const frame = await pool.call({ head, maxUsedMs: 3 * timeoutMs, body, signal })
      return { head: frame.head as SandboxAnswer, body: frame.body.toString() }
    }
    await run(60_000)
    const [child] = started
    if (child?.pid === undefined) throw new Error('no process')
    const before = (await processTimeMs(child.pid)) ?? 0
    const usual = await run(60_000)
    const needed = ((await processTimeMs(child.pid)) ?? 0) - before
    const allowed = Math.max(200, needed * 2)

    const ended = run(allowed)
    const begun = (await processTimeMs(child.pid)) ?? 0
    while (((await processTimeMs(child.pid)) ?? 0) <= begun) await pause(1)
    process.kill(child.pid, 'SIGSTOP')
    // Longer than the wall-clock limits of the process and its parent.
    await pause(allowed + 1_000)
    process.kill(child.pid, 'SIGCONT')
    const { head, body } = await ended
    expect(head.ok).toBe(true)
    expect(body).toBe(usual.body)
    expect(started).toHaveLength(1)
  },
)
