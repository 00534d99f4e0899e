import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import type { SandboxAnswer, SandboxCall } from './calls.ts'
import type { Share } from './fair-queue.ts'
import { type PoolLimits, ProcessPool } from './process-pool.ts'
import { SandboxProcess } from './sandbox-process.ts'

// Real processes on machines that may be busy: these tests measure no time.
vi.setConfig({ testTimeout: 60_000 })

const LIMITS: PoolLimits = {
  size: 2,
  shortMs: 30_000,
  maxQueued: 100,
  maxWaitMs: 60_000,
  idleMs: 60_000,
  startMs: 30_000,
  maxHeapMb: 128,
  maxAnswerBytes: 1_000_000,
  maxIdleRssBytes: 2 ** 40,
}

const pools: ProcessPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
})

function poolWith(limits: Partial<PoolLimits> = {}): ProcessPool {
  const pool = new ProcessPool({ ...LIMITS, ...limits })
  pools.push(pool)
  return pool
}

function code(source: string, timeoutMs = 30_000): SandboxCall {
  return { kind: 'code', source, names: [], timeoutMs, memoryMb: 64 }
}

async function answer(pool: ProcessPool, call: SandboxCall, signal = new AbortController().signal): Promise<string> {
  const { head, body } = await pool.call({ head: call, body: '{}', signal })
  // On a busy machine a process may notice the deadline before the pool kills it.
  const { ok, code } = head as SandboxAnswer & { code?: string }
  if (!ok) throw Object.assign(new Error(code), { code })
  return String(body)
}

/** The same for one caller and workflow. */
async function answerTo(pool: ProcessPool, share: Share, call: SandboxCall): Promise<string> {
  return (await pool.call({ head: call, body: '{}', signal: new AbortController().signal, share })).body.toString()
}

/** Never checks its time, so only the parent can end it. */
const STUBBORN = 'return Array(2 ** 32 - 1).join("x")'

/** The ids of the sandbox processes of this test process. */
function childIds(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'process/main'], { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).map(Number)
}

test('starts processes only for calls, and never more than allowed', async () => {
  const pool = poolWith()
  expect(pool.load).toEqual({ processes: 0, queued: 0 })
  expect(await answer(pool, code('return 1'))).toBe('1')
  expect(pool.load.processes).toBe(1)
  await Promise.all(Array.from({ length: 10 }, () => answer(pool, code('return 1'))))
  expect(pool.load).toEqual({ processes: 2, queued: 0 })
})

test('returns each answer to its caller', async () => {
  const pool = poolWith()
  const numbers = Array.from({ length: 50 }, (_, n) => n)
  expect(await Promise.all(numbers.map((n) => answer(pool, code(`return ${n}`))))).toEqual(numbers.map(String))
})

test('killing a process fails only its own call', async () => {
  const pool = poolWith()
  const calls = [code(STUBBORN, 200), code('return 1'), code(STUBBORN, 200), code('return 2'), code('return 3')]
  const ends = await Promise.allSettled(calls.map((call) => answer(pool, call)))
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason.code))).toEqual([
    ...['TIMED_OUT', '1', 'TIMED_OUT', '2', '3'],
  ])
})

test('a heap overflow fails its call with OUT_OF_MEMORY, and the next call gets another process', async () => {
  const pool = poolWith({ size: 1 })
  const source = '($f := function($a) { $f($append($a, [[1..100000]])) }; $f([]))'
  await expect(answer(pool, { kind: 'expression', source, timeoutMs: 30_000 })).rejects.toMatchObject({
    code: 'OUT_OF_MEMORY',
  })
  expect(await answer(pool, code('return 1'))).toBe('1')
  expect([...pool.totals.kills]).toEqual([['memory', 1]])
  expect(pool.totals.calls).toBe(2)
})

test('a call whose process ends unexpectedly is retried', async () => {
  const pool = poolWith({ size: 1 })
  await answer(pool, code('return 1'))
  const [id] = childIds()
  const waiting = answer(pool, code('for (let i = 0; i < 3e6; i++); return 2'))
  process.kill(id!, 'SIGUSR2')
  expect(await waiting).toBe('2')
  expect(childIds()).not.toContain(id)
})

test.each(['before its call began', 'during its call'])(
  'a process that is killed from outside %s is replaced',
  async (when) => {
    const pool = poolWith({ size: 1 })
    await answer(pool, code('return 1'))
    const [id] = childIds()
    const early = when === 'before its call began' ? process.kill(id!, 'SIGKILL') : false
    const waiting = answer(pool, code('for (let i = 0; i < 3e6; i++); return 2'))
    if (!early) process.kill(id!, 'SIGKILL')
    expect(await waiting).toBe('2')
  },
)

test('a call whose processes are repeatedly killed from outside is not reported as out of memory', async () => {
  const pool = poolWith({ size: 1 })
  await answer(pool, code('return 1'))
  const failed = answer(pool, code('while (true) {}', 60_000)).catch((error: unknown) => error)
  const killed = new Set<number>()
  let isDone = false
  void failed.then(() => {
    isDone = true
  })
  const killNext = () => {
    // Kill the second process once it runs the call: one that is still starting would be replaced.
    for (const id of childIds())
      if (!killed.has(id) && pool.load.queued === 0) process.kill(id, 'SIGKILL') && killed.add(id)
    return isDone
  }
  await vi.waitUntil(killNext, { timeout: 120_000, interval: 20 })
  expect(await failed).toMatchObject({ code: 'SANDBOX_FAILED', retryable: true })
  expect(String(await failed)).toMatch(/killed from outside/)
})

/** Starts real processes, the first `count` of which end before they accept calls. */
function failingStarts(count: number): { starts: number; start: (limits: PoolLimits) => SandboxProcess } {
  const state = {
    starts: 0,
    start(limits: PoolLimits) {
      const process = new SandboxProcess(limits)
      if (++state.starts <= count) process.kill()
      return process
    },
  }
  return state
}

test('a process that does not start is started again before its call fails', async () => {
  const failing = failingStarts(2)
  const pool = new ProcessPool({ ...LIMITS, size: 1 }, () => failing.start(LIMITS))
  pools.push(pool)
  expect(await answer(pool, code('return 1'))).toBe('1')
  expect(failing.starts).toBe(3)
})

test('a sandbox that never starts fails each call after a limited number of starts', async () => {
  const failing = failingStarts(Number.POSITIVE_INFINITY)
  const pool = new ProcessPool({ ...LIMITS, size: 1 }, () => failing.start(LIMITS))
  pools.push(pool)
  const ends = await Promise.allSettled([answer(pool, code('return 1')), answer(pool, code('return 2'))])
  for (const end of ends) expect(end).toMatchObject({ reason: { code: 'SANDBOX_FAILED', retryable: true } })
  expect(failing.starts).toBe(4)
})

test('long loops of one caller do not block short calls of others', async () => {
  const pool = poolWith({ shortMs: 1_000 })
  const operator = { caller: 'operator', workflow: 'loops' }
  const loops = Array.from({ length: 8 }, () => answerTo(pool, operator, code('while (true) {}', 60_000)))
  for (const loop of loops) loop.catch(() => {})
  for (const n of [1, 2, 3]) {
    expect(await answerTo(pool, { caller: 'editor', workflow: 'w' }, code(`return ${n}`, 1_000))).toBe(`${n}`)
  }
  // One loop runs, the others are still queued.
  expect(pool.load).toEqual({ processes: 2, queued: 7 })
})

test('calls that were sent to a process behind a slow one are served by another', async () => {
  const pool = poolWith({ shortMs: 120_000 })
  await Promise.all([1, 2].map(() => answer(pool, code('return 1'))))
  const aborting = new AbortController()
  const slow = answer(pool, code('while (true) {}', 60_000), aborting.signal)
  const quick = Array.from({ length: 20 }, (_, n) => answer(pool, code(`return ${n}`)))
  expect(await Promise.all(quick)).toEqual(quick.map((_, n) => String(n)))
  aborting.abort(new Error('cancelled'))
  await expect(slow).rejects.toThrow('cancelled')
})

test.runIf(process.platform === 'linux')('no call is lost if its process does not run for a while', async () => {
  const pool = poolWith({ size: 1 })
  await answer(pool, code('return 0'))
  const [id] = childIds()
  process.kill(id!, 'SIGSTOP')
  const calls = [1, 2, 3].map((n) => answer(pool, code(`return ${n}`)))
  // The calls behind the first are queued again.
  await expect.poll(() => pool.load.queued).toBe(2)
  process.kill(id!, 'SIGCONT')
  expect(await Promise.all(calls)).toEqual(['1', '2', '3'])
})

/** Runs calls one after the other and returns the order in which they were served. */
async function orderOf(pool: ProcessPool, calls: readonly (readonly [string, number])[]): Promise<string[]> {
  const order: string[] = []
  await Promise.all(
    calls.map(async ([caller, timeoutMs], at) => {
      await answerTo(pool, { caller, workflow: 'w' }, code('return 1', timeoutMs))
      order.push(`${caller}${at}`)
    }),
  )
  return order
}

test.each([
  ['short', 1, 1_000],
  ['long', 2, 30_000],
])('callers of %s calls are served in turn', async (_, size, timeoutMs) => {
  const pool = poolWith({ size, shortMs: 1_000 })
  const calls = ['a', 'a', 'a', 'a', 'b', 'c'].map((caller) => [caller, timeoutMs] as const)
  expect(await orderOf(pool, calls)).toEqual(['a0', 'b4', 'c5', 'a1', 'a2', 'a3'])
})

test('a full queue rejects calls of the caller that fills it', async () => {
  const pool = poolWith({ size: 1, maxQueued: 3 })
  const many = Array.from({ length: 3 }, () => answerTo(pool, { caller: 'a', workflow: 'w' }, code('return 1')))
  const other = answerTo(pool, { caller: 'b', workflow: 'w' }, code('return 2'))
  const ends = await Promise.allSettled(many)
  expect(await other).toBe('2')
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(ends[2]).toMatchObject({ reason: { code: 'SANDBOX_BUSY', retryable: true } })
})

test('rejects calls over the queue limit as retryable', async () => {
  const pool = poolWith({ size: 1, maxQueued: 2 })
  const calls = Array.from({ length: 4 }, () => answer(pool, code('return 1')))
  const ends = await Promise.allSettled(calls)
  const refused = ends.filter((end) => end.status === 'rejected').map((end) => end.reason)
  expect(refused).toHaveLength(2)
  expect(refused[0]).toMatchObject({ code: 'SANDBOX_BUSY', retryable: true })
})

test('rejects a call that waits too long', async () => {
  // No process starts in a millisecond.
  const pool = poolWith({ maxWaitMs: 1 })
  await expect(answer(pool, code('return 1'))).rejects.toMatchObject({ code: 'SANDBOX_BUSY', retryable: true })
  expect(pool.load.queued).toBe(0)
})

test('aborting a step ends its call, queued or running, and frees the process', async () => {
  const pool = poolWith({ size: 1 })
  const aborting = new AbortController()
  const running = answer(pool, code('while (true) {}', 60_000), aborting.signal)
  const waiting = answer(pool, code('return 1'), aborting.signal)
  const other = answer(pool, code('return 2'))
  aborting.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  await expect(waiting).rejects.toThrow('cancelled')
  expect(await other).toBe('2')
  await expect(answer(pool, code('return 1'), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
})

test('the signal of a running call ends it', async () => {
  const pool = poolWith({ size: 1 })
  await answer(pool, code('return 1'))
  const aborting = new AbortController()
  const running = answer(pool, code(STUBBORN, 60_000), aborting.signal)
  aborting.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  expect(await answer(pool, code('return 2'))).toBe('2')
})

test('ends an idle process after a while', async () => {
  const pool = poolWith({ idleMs: 50 })
  await answer(pool, code('return 1'))
  await expect.poll(() => pool.load.processes).toBe(0)
  expect(await answer(pool, code('return 2'))).toBe('2')
})

test('does not keep a process that uses too much memory', async () => {
  const pool = poolWith({ maxIdleRssBytes: 1 })
  await answer(pool, code('return 1'))
  expect(pool.load.processes).toBe(0)
  expect(await answer(pool, code('return 2'))).toBe('2')
})

test('an answer over the limit ends its process before it fills the memory of the service', async () => {
  const pool = poolWith({ size: 1, maxAnswerBytes: 100_000 })
  await expect(answer(pool, code('return "x".repeat(1e6)'))).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' })
  expect(await answer(pool, code('return 2'))).toBe('2')
})

test('closing ends all processes, and none can be started afterwards', async () => {
  const pool = poolWith({ size: 1 })
  await answer(pool, code('return 1'))
  const ids = childIds()
  const ends = Promise.allSettled([answer(pool, code('while (true) {}')), answer(pool, code('return 1'))])
  pool.close()
  for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'SANDBOX_BUSY', retryable: true } })
  await expect(answer(pool, code('return 1'))).rejects.toMatchObject({ code: 'SANDBOX_BUSY' })
  expect(pool.load).toEqual({ processes: 0, queued: 0 })
  await expect.poll(() => childIds().filter((id) => ids.includes(id))).toEqual([])
})
