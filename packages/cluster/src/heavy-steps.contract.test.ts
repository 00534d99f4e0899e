/** Workers that compute heavy steps for each other, on one database. */
import { randomUUID } from 'node:crypto'
import type { Outcome } from '@millrace/engine'
import { planOf } from '@millrace/engine/testing/drawing'
import { openRun, type ProcessRun } from '@millrace/engine/testing/process-run'
import type { Script } from '@millrace/engine/testing/simulate'
import { type ClusterStore, openStore, type Store } from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ClusterEngine } from './cluster-engine.ts'
import type { ClusterTiming } from './ports.ts'

let server: PostgresServer
let database: string
let opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startPostgres()
})

beforeEach(async () => {
  // Workers of other tests must not take the steps of this one.
  database = await server.freshDatabase()
})

afterEach(async () => {
  for (const close of opened.reverse()) await close()
  opened = []
})

afterAll(() => server.stop())

const TIMING = { askMs: 50, offerAfterMs: 1, renewMs: 20, pollMs: 20, leaseMs: 60_000 }
/** Nothing listens there: the tests drive executions themselves. */
const NO_RESTATE = 'http://127.0.0.1:9'
const HEAVY = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

interface TestWorker extends ProcessRun {
  readonly engine: ClusterEngine
  readonly store: Store
  /** The directions of the steps that moved. */
  readonly moved: readonly string[]
}

interface WorkerOptions {
  readonly scripts?: Record<string, Script>
  readonly slots?: number
  readonly version?: string
  readonly timing?: Partial<ClusterTiming>
  readonly pure?: readonly string[]
  /** Changes the offered steps that the worker sees. */
  readonly steps?: (steps: ClusterStore['steps']) => Partial<ClusterStore['steps']>
}

async function openWorker(options: WorkerOptions = {}): Promise<TestWorker> {
  const { scripts = {}, slots = 1, version = '1', timing, steps = () => ({}), pure = [] } = options
  const store = await openStore({ database, cluster: true })
  opened.push(() => store.close())
  const { cluster } = store
  if (cluster === undefined) throw new Error('not a cluster')
  let engine: ClusterEngine | undefined
  const moved: string[] = []
  const open = async (needs: Parameters<Parameters<typeof openRun>[0]['open']>[0]) => {
    const created = new ClusterEngine({
      ...{ ...needs, journal: store.journal, ingress: NO_RESTATE, isWorker: true, newId: randomUUID },
      cluster: { ...cluster, steps: { ...cluster.steps, ...steps(cluster.steps) } },
      ...{
        timing: { ...TIMING, ...timing },
        heavySlots: slots,
        version,
        onMoved: (direction) => void moved.push(direction),
      },
    })
    engine = created
    return { engine: created, kill: () => created.close() }
  }
  const run = await openRun({ open }, scripts, { heavy: HEAVY, pure })
  opened.push(() => run.kill())
  if (engine === undefined) throw new Error('no engine')
  return { ...run, engine, store, moved }
}

/** A script that begins and ends when the test wants it. */
function held() {
  const released = Promise.withResolvers<Outcome>()
  const begun = Promise.withResolvers<AbortSignal>()
  const script: Script = ({ signal }) => {
    begun.resolve(signal)
    return released.promise
  }
  return { script, begun: begun.promise, release: (out: string) => released.resolve({ outputs: { out } }) }
}

const PLAN = planOf('begin -> one \n begin -> two')

/** Drives an execution whose step `one` holds the only slot, so that `two` is offered. */
async function offering(options: WorkerOptions = {}) {
  const one = held()
  const driver = await openWorker({ ...options, scripts: { one: one.script, ...options.scripts } })
  const id = randomUUID()
  await driver.start(id, PLAN)
  const driven = driver.engine.drive(id)
  driven.catch(() => {})
  await one.begun
  return { driver, id, driven, one }
}

/** The recorded values of the steps of an execution, by node. */
async function values({ engine }: TestWorker, id: string): Promise<Record<string, unknown>> {
  const { record, events = [] } = (await engine.history(id)) ?? {}
  const completed = events.flatMap((event) =>
    event.type === 'step-completed' ? [[record?.plan.nodes[event.node]?.id, event.outputs.out]] : [],
  )
  return Object.fromEntries(completed)
}

/** Whether the database has steps of an execution that were offered. */
async function hasOffers({ store }: TestWorker, id: string): Promise<boolean> {
  const claim = await store.cluster?.claims.claim(id, { isForced: true })
  if (typeof claim !== 'object') throw new Error('not claimed')
  return claim.hasOffers
}

test('the heavy steps of one execution run on two workers', async () => {
  const all = Promise.withResolvers<void>()
  let helped = 0
  const here = Object.fromEntries(
    HEAVY.map((name): [string, Script] => [name, () => all.promise.then(() => ({ outputs: { out: 'here' } }))]),
  )
  const there = Object.fromEntries(
    HEAVY.map((name): [string, Script] => [
      name,
      () => {
        helped += 1
        if (helped === 6) all.resolve()
        return { outputs: { out: 'there' } }
      },
    ]),
  )
  const driver = await openWorker({ scripts: here, slots: 2 })
  const helper = await openWorker({ scripts: there, slots: 2 })
  const id = randomUUID()
  await driver.start(id, planOf(HEAVY.map((name) => `begin -> ${name}`).join('\n')))
  expect(await driver.engine.drive(id)).toBeNull()
  expect((await driver.state(id)).status).toBe('completed')
  expect(Object.values(await values(driver, id)).filter((out) => out === 'there')).toHaveLength(6)
  expect(driver.moved).toEqual(Array(6).fill('out'))
  await expect.poll(() => helper.moved).toEqual(Array(6).fill('in'))
  expect([driver.ran(id).length, helper.ran(id).length]).toEqual([3, 6])
  expect(await hasOffers(driver, id)).toBe(false)
})

test('pure heavy steps that run ahead of the history run on another worker too', async () => {
  const pure = ['begin', 'one', 'two']
  const helper = await openWorker({ pure, scripts: { two: () => ({ outputs: { out: 'there' } }) } })
  const { driver, id, driven, one } = await offering({ pure })
  await expect.poll(() => helper.ran(id)).toEqual(['two'])
  one.release('here')
  expect(await driven).toBeNull()
  expect(await values(driver, id)).toEqual({ begin: 'begin', one: 'here', two: 'there' })
  expect(driver.ran(id)).toEqual(['begin', 'one'])
  expect(await hasOffers(driver, id)).toBe(false)
})

test('a worker without helpers computes its own steps one after the other', async () => {
  const { driver, id, driven, one } = await offering()
  await openWorker({ version: '2' })
  one.release('one')
  expect(await driven).toBeNull()
  expect(driver.ran(id)).toEqual(['begin', 'one', 'two'])
  expect(driver.moved).toEqual([])
  expect(await hasOffers(driver, id)).toBe(false)
})

test('a step whose worker dies is computed again, and the dead worker cannot write its result', async () => {
  const two = held()
  const finished: Parameters<ClusterStore['steps']['finish']>[] = []
  const dead = await openWorker({
    scripts: { two: two.script },
    timing: { leaseMs: 500 },
    // What a process does not do after kill -9.
    steps: () => ({
      renew: () => new Promise(() => {}),
      finish: (...args) => {
        finished.push(args)
        return new Promise(() => {})
      },
    }),
  })
  const { driver, id, driven, one } = await offering()
  await two.begun
  one.release('one')
  expect(await driven).toBeNull()
  expect(await values(driver, id)).toEqual({ begin: 'begin', one: 'one', two: 'begin' })
  expect([dead.ran(id), driver.ran(id)]).toEqual([['two'], ['begin', 'one', 'two']])
  two.release('late')
  await expect.poll(() => finished.length).toBe(1)
  for (const args of finished) expect(await dead.store.cluster?.steps.finish(...args)).toBe(false)
})

test('the next driver of an execution waits for the step that a worker computes', async () => {
  const two = held()
  const helper = await openWorker({ scripts: { two: two.script } })
  const { driver: dead, id, one } = await offering()
  await two.begun
  // A dead process receives nothing.
  await dead.store.cluster?.bus.close()
  const next = await openWorker({ scripts: { one: one.script } })
  const driven = next.engine.drive(id)
  await expect.poll(() => next.ran(id)).toEqual(['one'])
  two.release('helped')
  one.release('one')
  expect(await driven).toBeNull()
  expect(await values(next, id)).toEqual({ begin: 'begin', one: 'one', two: 'helped' })
  expect([helper.ran(id), next.ran(id)]).toEqual([['two'], ['one']])
  expect(await hasOffers(next, id)).toBe(false)
})

test('the next driver uses a result that was written while no worker drove the execution', async () => {
  const two = held()
  const written = Promise.withResolvers<boolean>()
  await openWorker({
    scripts: { two: two.script },
    steps: ({ finish }) => ({
      finish: async (...args) => {
        const isWritten = await finish(...args)
        written.resolve(isWritten)
        return isWritten
      },
    }),
  })
  const { driver: dead, id, one } = await offering({ timing: { renewMs: 60_000, pollMs: 60_000 } })
  await two.begun
  await dead.store.cluster?.bus.close()
  two.release('helped')
  expect(await written.promise).toBe(true)
  const next = await openWorker({ scripts: { one: () => ({ outputs: { out: 'next' } }) } })
  expect(await next.engine.drive(id)).toBeNull()
  expect(await values(next, id)).toEqual({ begin: 'begin', one: 'next', two: 'helped' })
  expect(next.ran(id)).toEqual(['one'])
  one.release('late')
})

test.each(['a message', 'its renewed lease'])('a helper stops a step that is cancelled, because of %s', async (way) => {
  const two = held()
  const helper = await openWorker({ scripts: { two: two.script } })
  const { driver, id, driven } = await offering()
  const signal = await two.begun
  if (way !== 'a message') await helper.store.cluster?.bus.close()
  expect(await driver.engine.cancel(id)).toBe(true)
  expect(await driven).toBeNull()
  await expect.poll(() => signal.aborted).toBe(true)
  expect((await driver.state(id)).status).toBe('cancelled')
  await expect.poll(() => hasOffers(driver, id)).toBe(false)
})

test('a helper that stops hands its step back at once', async () => {
  const two = held()
  const helper = await openWorker({ scripts: { two: two.script } })
  const { driver, id, driven, one } = await offering()
  await two.begun
  one.release('one')
  await helper.kill()
  expect(await driven).toBeNull()
  expect(driver.ran(id)).toEqual(['begin', 'one', 'two'])
})

test('a helper that drains completes its step and takes no other', async () => {
  const two = held()
  const helper = await openWorker({ scripts: { two: two.script } })
  const { driver, id, driven, one } = await offering()
  await two.begun
  const drained = helper.engine.drain()
  two.release('helped')
  await drained
  one.release('one')
  expect(await driven).toBeNull()
  expect([helper.ran(id), driver.ran(id)]).toEqual([['two'], ['begin', 'one']])
})
