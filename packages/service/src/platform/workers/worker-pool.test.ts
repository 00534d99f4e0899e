import { Problem } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { WORKER_PROGRAM } from '../../worker-program.ts'
import type { TEST_TASKS } from './testing/test-tasks.ts'
import { WorkerFailure } from './worker-failure.ts'
import { type PoolLimits, TaskError, WorkerPool } from './worker-pool.ts'
import { createWorkers } from './workers.ts'

const PROGRAM = new URL('./testing/test-thread.ts', import.meta.url)
const LONG = { deadlineMs: 60_000 }

function testPool(limits: Partial<PoolLimits> = {}) {
  const pool = new WorkerPool<typeof TEST_TASKS>(PROGRAM, { maxThreads: 1, ...limits })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}

function flag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4))
}

function raise(flag: Int32Array): void {
  Atomics.store(flag, 0, 1)
  Atomics.notify(flag, 0)
}

const failure = (reason: string) => expect.objectContaining({ name: 'WorkerFailure', reason })

describe('a pool of worker threads', () => {
  test('returns the result of the task', async () => {
    await using pool = testPool()
    expect(await pool.run('echo', { a: [1, 'two', null] }, LONG)).toEqual({ a: [1, 'two', null] })
  })

  test('reuses a thread for the next task', async () => {
    await using pool = testPool()
    expect(await pool.run('count', null, LONG)).toBe(1)
    expect(await pool.run('count', null, LONG)).toBe(2)
  })

  test('ends a task at its deadline and replaces the thread', async () => {
    await using pool = testPool()
    expect(await pool.run('count', null, LONG)).toBe(1)
    await expect(pool.run('spin', null, { deadlineMs: 50 })).rejects.toEqual(failure('deadline'))
    expect(await pool.run('count', null, LONG)).toBe(1)
  })

  test('counts CPU time, not the time a task waits', async () => {
    await using pool = testPool()
    const open = flag()
    const waiting = pool.run('wait', open, { deadlineMs: 200 })
    // Another pool uses more CPU time than the deadline in the meantime.
    await using other = testPool()
    await expect(other.run('spin', null, { deadlineMs: 400 })).rejects.toEqual(failure('deadline'))
    raise(open)
    await expect(waiting).resolves.toMatch(/ok|not-equal/)
  })

  test('ends a task when its signal aborts', async () => {
    await using pool = testPool()
    const controller = new AbortController()
    const spinning = pool.run('spin', null, { ...LONG, signal: controller.signal })
    controller.abort(new Error('the client is gone'))
    await expect(spinning).rejects.toThrow('the client is gone')
    expect(await pool.run('echo', 1, LONG)).toBe(1)
  })

  test('ends only the task that uses too much memory', async () => {
    await using pool = testPool({ maxHeapMib: 32 })
    await expect(pool.run('fill', null, LONG)).rejects.toEqual(failure('memory'))
    expect(await pool.run('echo', 1, LONG)).toBe(1)
  })

  test('rethrows errors with their code, and problems as problems', async () => {
    await using pool = testPool()
    const failed = await pool.run('fail', 'ODD', LONG).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(TaskError)
    expect(failed).toMatchObject({ name: 'TypeError', message: 'It does not work.', code: 'ODD' })
    const refused = await pool.run('refuse', 'No.', LONG).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Problem)
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', status: 400, message: 'No.' })
  })

  test('lets callers take turns', async () => {
    await using pool = testPool()
    const open = flag()
    const done: string[] = []
    const first = pool.run('wait', open, { ...LONG, caller: 'greedy' })
    const rest = ['greedy', 'greedy', 'greedy', 'modest'].map(async (caller) => {
      await pool.run('echo', null, { ...LONG, caller })
      done.push(caller)
    })
    raise(open)
    await Promise.all([first, ...rest])
    expect(done).toEqual(['greedy', 'modest', 'greedy', 'greedy'])
  })

  test('rejects tasks of a caller whose queue is full, but not those of others', async () => {
    await using pool = testPool({ maxQueued: 3, maxQueuedPerCaller: 2 })
    const open = flag()
    const as = (caller: string) => pool.run('echo', caller, { ...LONG, caller })
    const first = pool.run('wait', open, LONG)
    const queued = [as('a'), as('a')]
    await expect(as('a')).rejects.toEqual(failure('busy'))
    queued.push(as('b'))
    await expect(as('c')).rejects.toEqual(failure('busy'))
    expect(pool.load).toEqual({ running: 1, queued: 3 })
    raise(open)
    await first
    expect(await Promise.all(queued)).toEqual(['a', 'a', 'b'])
    expect(pool.load).toEqual({ running: 0, queued: 0 })
  })

  test('never runs a task that is aborted while it is queued', async () => {
    await using pool = testPool()
    const open = flag()
    const first = pool.run('wait', open, LONG)
    const controller = new AbortController()
    const waiting = pool.run('count', null, { ...LONG, signal: controller.signal })
    controller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    raise(open)
    await first
    expect(await pool.run('count', null, LONG)).toBe(1)
  })

  test('ends running and queued tasks when it closes', async () => {
    const pool = testPool()
    const running = pool.run('spin', null, LONG)
    const waiting = pool.run('echo', 1, LONG)
    const both = Promise.allSettled([running, waiting])
    await pool.close()
    expect((await both).map((one) => one.status === 'rejected' && one.reason)).toEqual([
      failure('closed'),
      failure('closed'),
    ])
    await expect(pool.run('echo', 1, LONG)).rejects.toBeInstanceOf(WorkerFailure)
  })
})

describe('the worker threads of the service', () => {
  test('parse YAML', async () => {
    const workers = createWorkers(WORKER_PROGRAM)
    try {
      const json = await workers.run('parse-yaml', { text: 'a: [1, b]', maxJsonCharacters: 100 }, LONG)
      expect(json).toBe('{"a":[1,"b"]}')
    } finally {
      await workers.close()
    }
  })
})
