/** Workers that share a database, driven as Restate drives them; a small server takes the requests to Restate. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Clock, Outcome } from '@millrace/engine'
import { planOf } from '@millrace/engine/testing/drawing'
import { openRun, type ProcessOptions, type ProcessRun, realClock } from '@millrace/engine/testing/process-run'
import { ADA, asks, endOf, never, type Script } from '@millrace/engine/testing/simulate'
import {
  type ClusterStore,
  mayHaveWritten,
  OwnershipLost,
  openStore,
  type Store,
  StoreUnavailable,
  writeScope,
} from '@millrace/store'
import { type PostgresServer, startPostgres } from '@millrace/store/testing/postgres-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ClusterEngine } from './cluster-engine.ts'
import type { ClusterTiming } from './ports.ts'

let server: PostgresServer
let database: string
let ingress: Server
let isRestateAway = false
/** The requests that Restate has taken: execution and idempotency key. */
let requests: { readonly id: string; readonly key: string }[] = []
let opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startPostgres()
  database = await server.freshDatabase()
  ingress = createServer((request, response) => {
    const id = /^\/Execution\/([^/]+)\/drive\/send/.exec(request.url ?? '')?.[1]
    request.resume()
    if (isRestateAway || id === undefined) return void response.writeHead(503).end()
    requests.push({ id, key: String(request.headers['idempotency-key']) })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ invocationId: 'inv_1', status: 'Accepted' }))
  })
  ingress.listen(0, '127.0.0.1')
  await once(ingress, 'listening')
})

afterEach(async () => {
  for (const close of opened.reverse()) await close()
  opened = []
  requests = []
  isRestateAway = false
})

afterAll(async () => {
  ingress.close()
  await server.stop()
})

interface TestProcess extends ProcessRun {
  readonly engine: ClusterEngine
  readonly store: Store
}

interface ProcessNeeds {
  readonly scripts?: Record<string, Script>
  readonly mayNotRunAgain?: readonly string[]
  readonly quick?: readonly string[]
  readonly pure?: readonly string[]
  readonly children?: NonNullable<ProcessOptions['children']>
  readonly isWorker?: boolean
  readonly onUnreachable?: () => void
  readonly timing?: Partial<ClusterTiming>
  readonly clock?: Clock
  /** Changes the store that the process sees. */
  readonly change?: (cluster: ClusterStore) => ClusterStore
}

/** A process of the cluster with its own connections. */
async function openProcess({
  scripts = {},
  timing = {},
  change = (same) => same,
  isWorker = true,
  onUnreachable = () => {},
  clock = realClock,
  ...options
}: ProcessNeeds = {}): Promise<TestProcess> {
  const store = await openStore({ database, cluster: true })
  opened.push(() => store.close())
  const { cluster } = store
  const bound = ingress.address()
  if (cluster === undefined || typeof bound !== 'object' || bound === null) throw new Error('not a cluster')
  let engine: ClusterEngine | undefined
  const run = await openRun(
    {
      open: async (needs) => {
        engine = new ClusterEngine({
          ...needs,
          clock,
          journal: store.journal,
          cluster: change(cluster),
          ingress: `http://127.0.0.1:${bound.port}`,
          isWorker,
          onUnreachable,
          newId: randomUUID,
          timing,
        })
        const created = engine
        return { engine: created, kill: () => created.close() }
      },
    },
    scripts,
    options,
  )
  opened.push(() => run.kill())
  if (engine === undefined) throw new Error('no engine')
  return { ...run, engine, store }
}

const PLAN = planOf('slow -> out')

/** Time stands still while quick steps are computed, so that a busy machine does not exceed their time limit. */
function stillClock(): Clock {
  const now = Date.now()
  return { now: () => now, at: realClock.at }
}

function held() {
  const released = Promise.withResolvers<Outcome>()
  const begun = Promise.withResolvers<void>()
  const script: Script = () => {
    begun.resolve()
    return released.promise
  }
  return { script, begun: begun.promise, release: (out: string) => released.resolve({ outputs: { out } }) }
}

const eventsOf = async ({ engine }: TestProcess, id: string) => (await engine.history(id))?.events ?? []

test('a worker that was frozen while another one took over cannot write', async () => {
  const slow = held()
  const frozen = await openProcess({ scripts: { slow: slow.script } })
  const next = await openProcess({ scripts: { slow: () => ({ outputs: { out: 'next' } }) }, timing: { askMs: 50 } })
  const id = randomUUID()
  await frozen.start(id, PLAN)
  const lost = frozen.engine.drive(id)
  lost.catch(() => {})
  await slow.begun
  // A frozen process receives nothing.
  await frozen.store.cluster?.bus.close()
  expect(await next.engine.drive(id)).toBeNull()
  slow.release('frozen')
  await expect(lost).rejects.toThrow(OwnershipLost)
  const end = await next.ended(id)
  expect(endOf(end)).toMatchObject({ status: 'completed', outputs: { out: 'next' } })
  const results = (await eventsOf(next, id)).filter((event) => event.type === 'step-completed')
  expect(results).toHaveLength(2)
})

/** A process that is frozen after its first write, before that is confirmed: late, or never. */
async function frozenAfterWrite(confirmation: 'comes late' | 'is lost') {
  const confirmed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  let frozenMs = 0
  const frozen = await openProcess({
    clock: { now: () => Date.now() + frozenMs, at: realClock.at },
    change: ({ owned, ...cluster }) => ({
      ...cluster,
      owned: {
        ...owned,
        append: async (append) => {
          await owned.append(append)
          written.resolve()
          await confirmed.promise
          if (confirmation === 'is lost') throw new StoreUnavailable('lost')
        },
      },
    }),
  })
  const id = randomUUID()
  await frozen.start(id, PLAN)
  const lost = frozen.engine.drive(id)
  lost.catch(() => {})
  await written.promise
  // A frozen process receives nothing.
  await frozen.store.cluster?.bus.close()
  const wake = () => {
    if (confirmation === 'comes late') frozenMs = 8_000
    confirmed.resolve()
  }
  return { frozen, id, lost, wake }
}

test('a worker that was frozen while its write was confirmed starts no step that another one has run', async () => {
  const { frozen, id, lost, wake } = await frozenAfterWrite('comes late')
  const next = await openProcess({ timing: { askMs: 50 } })
  expect(await next.engine.drive(id)).toBeNull()
  wake()
  await expect(lost).rejects.toThrow(OwnershipLost)
  expect([frozen.ran(id), next.ran(id)]).toEqual([[], ['slow', 'out']])
})

/** Time stands still until the timer `at` is due, and then again. */
function clockOf(timer: { readonly at: number; readonly due: Promise<void> }, now: () => number): Clock {
  return {
    now,
    at(time, wake) {
      if (time !== timer.at) return realClock.at(time, wake)
      let isCancelled = false
      void timer.due.then(() => (isCancelled ? undefined : wake()))
      return () => {
        isCancelled = true
      }
    },
  }
}

test.each(['writes the same at the same moment', 'has begun the next step'])(
  'a worker that waits for a timer starts no step if another one has taken over and %s',
  async (what) => {
    const start = Date.now()
    const at = start + 500
    let now = start
    const due = Promise.withResolvers<void>()
    const claimed = Promise.withResolvers<void>()
    const sleep: Script = () => ({ sleepUntil: at, outputs: { out: 'rested' } })
    const pay = held()
    const lost = await openProcess({
      clock: clockOf({ at, due: what === 'has begun the next step' ? pay.begun : due.promise }, () => now),
      scripts: { sleep },
      change: ({ owned, ...cluster }) => ({
        ...cluster,
        owned: {
          ...owned,
          append: async (append) => {
            if (now === at) await pay.begun
            return owned.append(append)
          },
        },
      }),
    })
    const next = await openProcess({
      clock: clockOf({ at, due: due.promise }, () => now),
      scripts: { pay: pay.script },
      change: ({ claims, ...cluster }) => ({
        ...cluster,
        claims: {
          ...claims,
          claim: async (...needs) => {
            const claim = await claims.claim(...needs)
            claimed.resolve()
            return claim
          },
        },
      }),
    })
    const id = randomUUID()
    await lost.start(id, planOf('sleep -> pay\npay -> out'))
    const losing = lost.engine.drive(id)
    losing.catch(() => {})
    await expect.poll(async () => (await eventsOf(lost, id)).some(({ type }) => type === 'step-waits')).toBe(true)
    // Restate has lost its connection to the first worker.
    const driven = next.engine.drive(id)
    await claimed.promise
    now = at
    due.resolve()
    await expect(losing).rejects.toThrow(OwnershipLost)
    pay.release('paid')
    expect(await driven).toBeNull()
    expect([lost.ran(id), next.ran(id)]).toEqual([['sleep'], ['pay', 'out']])
  },
)

test.each(['comes late', 'is lost'] as const)(
  'a worker starts no step that another one is running if the confirmation of its write %s',
  async (confirmation) => {
    const { frozen, id, lost, wake } = await frozenAfterWrite(confirmation)
    const slow = held()
    const next = await openProcess({ scripts: { slow: slow.script }, timing: { askMs: 50 } })
    const driven = next.engine.drive(id)
    await slow.begun
    wake()
    await expect(lost).rejects.toThrow(OwnershipLost)
    slow.release('next')
    expect(await driven).toBeNull()
    expect([frozen.ran(id), next.ran(id)]).toEqual([[], ['slow', 'out']])
  },
)

test('a worker that missed the message that another one took over aborts its step after the gap', async () => {
  const begun = Promise.withResolvers<void>()
  let isAborted = false
  const endless: Script = (task) => {
    begun.resolve()
    task.signal.addEventListener('abort', () => {
      isAborted = true
    })
    return never(task)
  }
  let reportGap = () => {}
  const frozen = await openProcess({
    scripts: { slow: endless },
    change: ({ bus, ...cluster }) => {
      const onGap = (react: () => void) => {
        reportGap = react
        return bus.onGap(react)
      }
      const deaf = { onGap, listen: () => () => {}, publish() {}, isConnected: true, close: () => bus.close() }
      return { ...cluster, bus: deaf }
    },
  })
  const next = await openProcess({ timing: { askMs: 50 } })
  const id = randomUUID()
  await frozen.start(id, PLAN)
  const lost = frozen.engine.drive(id)
  lost.catch(() => {})
  await begun.promise
  expect(await next.engine.drive(id)).toBeNull()
  expect(isAborted).toBe(false)
  reportGap()
  await expect.poll(() => isAborted).toBe(true)
  await expect(lost).rejects.toThrow()
})

test('a worker that has lost its connection to Restate keeps its executions', async () => {
  const slow = held()
  const first = await openProcess({ scripts: { slow: slow.script }, mayNotRunAgain: ['slow'] })
  const other = await openProcess({ mayNotRunAgain: ['slow'], timing: { inUseMs: 20 } })
  const id = randomUUID()
  await first.start(id, PLAN)
  const driving = first.engine.drive(id)
  await slow.begun
  // Restate sends the request again, to the same worker and to another one.
  const repeated = [first.engine.drive(id), other.engine.drive(id)]
  slow.release('first')
  expect(await Promise.all([driving, ...repeated])).toEqual([null, null, null])
  expect(endOf(await first.state(id))).toMatchObject({ status: 'completed', outputs: { out: 'first' } })
  expect([first.ran(id), other.ran(id)]).toEqual([['slow', 'out'], []])
})

test('a worker stops a run that another worker has taken over', async () => {
  const aborted = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow: Script = ({ signal }) =>
    new Promise<Outcome>(() => {
      begun.resolve()
      signal.addEventListener('abort', () => aborted.resolve())
    })
  const first = await openProcess({ scripts: { slow } })
  const next = await openProcess()
  const id = randomUUID()
  await first.start(id, PLAN)
  first.engine.drive(id).catch(() => {})
  await begun.promise
  const claim = await next.store.cluster?.claims.claim(id, { isForced: true })
  if (typeof claim !== 'object') throw new Error('not claimed')
  next.store.cluster?.bus.publish('calls', JSON.stringify({ about: 'claimed', id, owner: claim.owner }))
  await aborted.promise
  expect(await next.engine.drive(id)).toBeNull()
  expect((await next.state(id)).status).toBe('completed')
})

/** An execution that asks a person, and its question. */
async function asking() {
  const api = await openProcess()
  const id = randomUUID()
  const scripts = { ask: asks() }
  const worker = await openProcess({ scripts })
  await api.start(id, planOf('ask -> out'))
  expect(await worker.engine.drive(id)).toBeNull()
  await worker.kill()
  const answer = () => api.engine.answer({ execution: id, question: `${id}/ask/`, by: ADA, answer: { value: 'yes' } })
  const written = async (count: number) =>
    expect.poll(async () => (await api.store.cluster?.calls.take(id, 0))?.length).toBe(count)
  return { api, id, scripts, answer, written }
}

test('calls take effect in the order in which they were written', async () => {
  for (const isCancelFirst of [true, false]) {
    const { api, id, scripts, answer, written } = await asking()
    const first = isCancelFirst ? api.engine.cancel(id) : answer()
    await written(1)
    const second = isCancelFirst ? answer() : api.engine.cancel(id)
    await written(2)
    const worker = await openProcess({ scripts: { ...scripts, out: () => new Promise(() => {}) } })
    worker.engine.drive(id).catch(() => {})
    const replies = await Promise.all([first, second])
    if (isCancelFirst) expect(replies).toEqual([true, { accepted: false, why: 'closed' }])
    else expect(replies).toMatchObject([{ accepted: true }, true])
    expect((await api.state(id)).status).toBe('cancelled')
  }
})

test('a call is answered once, although the worker died between its effect and its reply', async () => {
  const { api, id, scripts, answer, written } = await asking()
  const replied = answer()
  await written(1)
  const dying = await openProcess({
    scripts: { out: () => new Promise(() => {}) },
    change: (cluster) => ({
      ...cluster,
      calls: {
        ...cluster.calls,
        reply: async () => {
          throw new Error('power cut')
        },
      },
    }),
  })
  await expect(dying.engine.drive(id)).rejects.toThrow('power cut')
  await dying.kill()
  const next = await openProcess({ scripts, timing: { askMs: 50 } })
  const driven = next.engine.drive(id)
  expect(await replied).toMatchObject({ accepted: true, row: { status: 'resolved', value: 'yes', closedBy: ADA } })
  expect(await driven).toBeNull()
  const end = await api.state(id)
  expect(end.status).toBe('completed')
  expect((await eventsOf(api, id)).filter((event) => event.type === 'step-answered')).toHaveLength(1)
  expect(await answer()).toEqual({ accepted: false, why: 'closed' })
})

test('a worker that was frozen does not deny a call that took effect in another one', async () => {
  const { api, id, scripts } = await asking()
  const taken = Promise.withResolvers<void>()
  const woken = Promise.withResolvers<void>()
  const frozen = await openProcess({
    scripts,
    change: (cluster) => ({
      ...cluster,
      calls: {
        ...cluster.calls,
        take: async (...claim) => {
          const calls = await cluster.calls.take(...claim)
          taken.resolve()
          await woken.promise
          return calls
        },
      },
    }),
  })
  const written = Promise.withResolvers<void>()
  const replied = Promise.withResolvers<void>()
  const next = await openProcess({
    scripts,
    timing: { askMs: 50 },
    change: (cluster) => ({
      ...cluster,
      calls: {
        ...cluster.calls,
        reply: async (reply) => {
          written.resolve()
          await replied.promise
          return cluster.calls.reply(reply)
        },
      },
    }),
  })
  const cancelled = api.engine.cancel(id)
  await expect.poll(() => requests.some(({ key }) => key.startsWith('call:'))).toBe(true)
  const lost = frozen.engine.drive(id)
  await taken.promise
  const driven = next.engine.drive(id)
  await written.promise
  woken.resolve()
  await Promise.allSettled([lost])
  replied.resolve()
  expect(await cancelled).toBe(true)
  expect(await driven).toBeNull()
  expect((await api.state(id)).status).toBe('cancelled')
})

test('an execution that starts while Restate is away is sent by the sweep', async () => {
  isRestateAway = true
  const api = await openProcess()
  const id = randomUUID()
  await api.start(id, PLAN)
  expect((await api.state(id)).status).toBe('pending')
  expect(requests).toEqual([])
  isRestateAway = false
  const worker = await openProcess({ timing: { unattendedMs: 0, sweepEveryMs: 20 } })
  await worker.engine.recover()
  await expect.poll(() => requests.some((request) => request.id === id)).toBe(true)
  expect(new Set(requests.filter((request) => request.id === id).map(({ key }) => key))).toEqual(
    new Set([`drive:${id}:0`]),
  )
  expect(await worker.engine.drive(id)).toBeNull()
  expect((await api.state(id)).status).toBe('completed')
})

test('the sweep soon repeats a request that Restate did not accept', async () => {
  isRestateAway = true
  let refused = 0
  const onUnreachable = () => {
    refused += 1
  }
  const worker = await openProcess({ timing: { unattendedMs: 0, sweepEveryMs: 20 }, onUnreachable })
  await worker.engine.recover()
  const id = randomUUID()
  await worker.start(id, PLAN)
  // The start, and at least one sweep.
  await expect.poll(() => refused).toBeGreaterThan(1)
  isRestateAway = false
  await expect.poll(() => requests.some((request) => request.id === id)).toBe(true)
})

test('a caller gets an error if no worker replies, and its call has no effect later', async () => {
  const { id, scripts, written } = await asking()
  const impatient = await openProcess({ timing: { replyMs: 50 } })
  const refused = impatient.engine.cancel(id)
  await expect(refused).rejects.toMatchObject({ code: 'NO_WORKER', status: 503, isTransient: true })
  await expect(refused).rejects.toThrow('Nothing was changed')
  await written(0)
  const worker = await openProcess({ scripts })
  expect(await worker.engine.drive(id)).toBeNull()
  expect((await worker.state(id)).status).toBe('running')
})

test('a caller whose call a worker has taken learns that it may still take effect', async () => {
  const { api, id } = await asking()
  const taken = Promise.withResolvers<void>()
  const impatient = await openProcess({
    timing: { replyMs: 50 },
    change: (cluster) => ({
      ...cluster,
      calls: { ...cluster.calls, withdraw: (call) => taken.promise.then(() => cluster.calls.withdraw(call)) },
    }),
  })
  const claim = await api.store.cluster?.claims.claim(id, { isForced: true })
  if (typeof claim !== 'object') throw new Error('not claimed')
  const refused = impatient.engine.cancel(id)
  refused.catch(() => {})
  await expect.poll(async () => (await api.store.cluster?.calls.take(id, claim.owner))?.length).toBe(1)
  taken.resolve()
  await expect(refused).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', status: 500 })
  await expect(refused).rejects.toThrow('may still take effect')
})

test('a caller whose call was written before the database was lost learns that it may take effect', async () => {
  const { id } = await asking()
  const impatient = await openProcess({
    timing: { replyMs: 50 },
    change: (cluster) => ({
      ...cluster,
      calls: { ...cluster.calls, withdraw: () => Promise.reject(new StoreUnavailable('offline')) },
    }),
  })
  const scope = { hasWritten: false }
  const refused = writeScope.run(scope, () => impatient.engine.cancel(id))
  const error: unknown = await refused.then(
    () => expect.fail('it was answered'),
    (thrown: unknown) => thrown,
  )
  expect(mayHaveWritten(error, scope)).toBe(true)
})

test('a caller gets the reply to a call that took effect, although no worker writes it', async () => {
  const { id, scripts, written } = await asking()
  const impatient = await openProcess({ timing: { replyMs: 2_000 } })
  const cancelled = impatient.engine.cancel(id)
  await written(1)
  const dying = await openProcess({
    scripts,
    change: (cluster) => ({ ...cluster, calls: { ...cluster.calls, reply: () => Promise.reject(new Error('cut')) } }),
  })
  await expect(dying.engine.drive(id)).rejects.toThrow('cut')
  expect(await cancelled).toBe(true)
})

test('a process that closes withdraws its calls', async () => {
  const { id, written } = await asking()
  const closing = await openProcess()
  const refused = closing.engine.cancel(id)
  refused.catch(() => {})
  await written(1)
  await closing.kill()
  await expect(refused).rejects.toMatchObject({ code: 'NO_WORKER' })
  await written(0)
})

test('a call reaches a worker while the bus is away', async () => {
  const slow = held()
  const worker = await openProcess({ scripts: { slow: slow.script }, timing: { pollMs: 20 } })
  const api = await openProcess({ timing: { pollMs: 20 } })
  const id = randomUUID()
  await api.start(id, PLAN)
  const driven = worker.engine.drive(id)
  await slow.begun
  await api.store.cluster?.bus.close()
  await worker.store.cluster?.bus.close()
  expect(await api.engine.cancel(id)).toBe(true)
  expect(await driven).toBeNull()
  expect((await api.state(id)).status).toBe('cancelled')
})

test('an execution of quick steps is over when its start resolves, without Restate and without a worker', async () => {
  isRestateAway = true
  const api = await openProcess({ quick: ['slow', 'out'], isWorker: false, clock: stillClock() })
  const id = randomUUID()
  await api.start(id, PLAN)
  expect(endOf(await api.state(id))).toMatchObject({ status: 'completed' })
  expect(api.ran(id)).toEqual(['slow', 'out'])
  expect(await api.engine.cancel(id)).toBe(false)
  const { status } = (await api.store.executions.get(id)) ?? {}
  expect(status).toBe('completed')
})

test('an API process runs nothing of an execution that needs a worker, and asks for one', async () => {
  const api = await openProcess({ quick: ['out'], isWorker: false })
  const id = randomUUID()
  await api.start(id, PLAN)
  expect((await api.state(id)).status).toBe('pending')
  expect(api.ran(id)).toEqual([])
  await expect.poll(() => requests.map((request) => request.id)).toEqual([id])
})

test('a child of quick steps is over at once, and a worker notifies its parent', async () => {
  const calls: Script = () => ({ child: { workflow: 'inner', inputs: {}, wait: true } })
  const children = { inner: planOf('inside') }
  const options = { scripts: { call: calls }, quick: ['inside'], children, clock: stillClock() }
  const { engine, ...run } = await openProcess(options)
  const id = randomUUID()
  await run.start(id, planOf('call -> out'))
  const driven = engine.drive(id)
  await expect.poll(() => requests.map((request) => request.id)).toContain(`${id}-call`)
  expect(endOf(await run.state(`${id}-call`))).toMatchObject({ status: 'completed' })
  await driven
  await engine.drive(`${id}-call`)
  await engine.drive(id)
  expect(endOf(await run.state(id))).toMatchObject({ status: 'completed' })
})

test('an execution whose timer ended too early still times out', async () => {
  const clock = { now: realClock.now, at: (time: number, wake: () => void) => realClock.at(time - 50, wake) }
  const { engine, ...run } = await openProcess({ scripts: { slow: never }, clock })
  const id = randomUUID()
  await run.start(id, PLAN, { inputs: {}, timeoutMs: 100 })
  expect(await engine.drive(id)).toBeNull()
  expect(endOf(await run.state(id))).toMatchObject({ status: 'failed', steps: { slow: 'cancelled' } })
})

const PURE = { pure: ['slow', 'out'], scripts: { slow: async () => ({ outputs: { out: 1 } }) } }

/** Notes the types of the events of each append. */
function notedAppends() {
  const appends: string[] = []
  const change = ({ owned, ...cluster }: ClusterStore): ClusterStore => ({
    ...cluster,
    owned: {
      ...owned,
      append: (append) => {
        appends.push(append.events.map(({ type }) => type).join(', '))
        return owned.append(append)
      },
    },
  })
  return { appends, change }
}

test('E4 a worker writes the release of a new execution in one batch with its pure steps and its end', async () => {
  const { appends, change } = notedAppends()
  // The clock stands still, so that a busy machine does not exceed the time that a batch waits.
  const { engine, ...run } = await openProcess({ ...PURE, change, clock: stillClock() })
  const id = randomUUID()
  await run.start(id, PLAN)
  expect(await engine.drive(id)).toBeNull()
  expect(appends).toEqual(['released, step-completed, step-completed, finished'])
})

test('a worker writes the release at once if another one may have ended with the first steps', async () => {
  const { appends, change } = notedAppends()
  const { engine, store, ...run } = await openProcess({ ...PURE, change })
  const id = randomUUID()
  await run.start(id, PLAN)
  await store.cluster?.claims.claim(id, { isForced: false })
  expect(await engine.drive(id)).toBeNull()
  expect(appends[0]).toBe('released')
})
