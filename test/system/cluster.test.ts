/**
 * Faults of a cluster with real processes: two API processes and two workers behind HAProxy, Restate and Postgres. After
 * each fault nothing is lost or stuck and no recorded step has run again. The long version is `npm run soak -- --cluster`.
 */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { openStore } from '@millrace/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster/cluster.ts'
import { ClusterService } from './support/cluster/cluster-service.ts'
import { FaultLoop } from './support/cluster/fault-loop.ts'
import type { Fault } from './support/cluster/faults.ts'
import { poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'
import { newerProgram } from './support/newer-program.ts'
import { type Recorder, startRecorder } from './support/recorder.ts'

const SEED = Number(process.env.CRASH_SEED ?? 1)
const END_MS = 60_000
/** The most executions that one page of the list has. */
const PAGE = 100

let cluster: Cluster
let loop: FaultLoop
let recorder: Recorder
/** Milliseconds until the recorder answers, or what it waits for. */
let slowness: number | Promise<void> = 0

beforeAll(async () => {
  recorder = await startRecorder(() => slowness)
  cluster = await startCluster({ flags: ['--egress-allow', '127.0.0.1', '--log-level', 'warn'] })
  loop = await FaultLoop.begin(cluster, SEED)
})

afterAll(async () => {
  await loop?.[Symbol.asyncDispose]()
  await cluster?.[Symbol.asyncDispose]()
  await recorder[Symbol.asyncDispose]()
})

const viaBalancer = () => new ClusterService(cluster)
const via = (at: number) => new ClusterService(cluster, cluster.apis[at]?.origin)

async function created(document: object): Promise<string> {
  const { status, body } = await viaBalancer().call('POST', '/workflows', document)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function started(name: string, service = viaBalancer()): Promise<string> {
  const { status, body } = await service.call('POST', `/workflows/${name}/execute`, {})
  expect(status, JSON.stringify(body)).toBe(202)
  return body.data.execution_id
}

async function ended(id: string, service = viaBalancer()) {
  const found = await poll(async () => {
    const { body } = await service.call('GET', `/pipelines/${id}`)
    return ['completed', 'failed', 'cancelled'].includes(body.status) ? body : undefined
  }, END_MS)
  expect(found, `${id} has not ended\n${cluster.log()}`).toBeDefined()
  return found
}

test.each<Fault>([
  'kill a worker',
  'kill an API process',
  'kill Restate',
  'kill Postgres',
  'kill the load balancer',
  'freeze a worker',
  'delete the data of Restate',
])('%s under load: nothing is lost or stuck, nothing recorded runs again', async (fault) => {
  const { violations, checked, calls } = await loop.run(fault)
  expect(violations).toEqual([])
  expect(checked).toBeGreaterThan(20)
  expect(calls).toBeGreaterThan(20)
})

test('restarting every process except Postgres in turn under load refuses no request', async () => {
  const { violations, failures, checked } = await loop.run('restart every process except Postgres')
  expect(failures).toEqual([])
  expect(violations).toEqual([])
  expect(checked).toBeGreaterThan(20)
})

test('restarting Postgres under load refuses requests with a documented code, nothing is lost, stuck or run again', async () => {
  const { violations, failures, checked } = await loop.run('restart Postgres')
  expect(violations).toEqual([])
  expect(checked).toBeGreaterThan(20)
  const documented = /: Error: (503 .*"code":"NOT_READY"|500 .*"code":"OUTCOME_UNKNOWN")/
  const others = failures.filter((failure) => !documented.test(failure))
  expect(others.length).toBeLessThan(failures.length)
  // HAProxy closes the connection without a response if no process is ready any more when it repeats a request.
  const closed = /fetch failed \((SocketError: other side closed|Error: read ECONNRESET)/
  expect(others.filter((failure) => !closed.test(failure))).toEqual([])
})

test('a reload of HAProxy processes the next request on a connection that a client has kept open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = async () => {
    const sent = get(`${cluster.origin}/livez`, { agent })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return { status: response.statusCode, isReused: sent.reusedSocket }
  }
  expect(await request()).toEqual({ status: 200, isReused: false })
  expect(await request()).toEqual({ status: 200, isReused: true })
  await cluster.haproxy.reload()
  expect(await request()).toEqual({ status: 200, isReused: true })
  expect(await request()).toEqual({ status: 200, isReused: false })
  agent.destroy()
})

test('a worker that was frozen during a step writes nothing when it wakes up after its execution has ended', async () => {
  const [frozen, other] = cluster.workers
  const nodes = [{ id: 'get', type: 'http_request', config: { url: `${recorder.origin}/work?n=1` } }]
  await created(
    drawing('frozen', [...nodes, { id: 'got', type: 'output', config: { name: 'got' } }], 'get.json -> got.value'),
  )
  // Only the first worker is there, so it has the execution.
  await other?.stop()
  slowness = 100
  const id = await started('frozen')
  await expect.poll(() => recorder.calls.get(id)?.length).toBe(1)
  frozen?.signal('SIGSTOP')
  slowness = 0
  await other?.start()
  expect(await ended(id)).toMatchObject({ status: 'completed', outputs: { got: { n: 1 } } })
  const before = await viaBalancer().call('GET', `/pipelines/${id}`)
  // The second worker runs the step again, with the same idempotency key.
  const keys = recorder.calls.get(id)?.map(({ key }) => key)
  expect([keys?.length, new Set(keys).size]).toEqual([2, 1])

  frozen?.signal('SIGCONT')
  await frozen?.ready()
  // With the second worker gone, the first one runs the next execution, after it has read the late response.
  await other?.stop()
  expect(await ended(await started('frozen'))).toMatchObject({ status: 'completed' })
  expect(await viaBalancer().call('GET', `/pipelines/${id}`)).toEqual(before)
  expect(recorder.calls.get(id)?.length).toBe(2)
  await other?.start()
})

test('an execution with many steps of code completes although its workers are killed one after the other', async () => {
  const steps = Array.from({ length: 8 }, (_, n) => `code${n}`)
  const source = 'let sum = 0; for (let i = 0; i < 5e6; i++) sum += i % 7; return sum > 0 ? NAME : null'
  const nodes = steps.flatMap((name) => [
    { id: name, type: 'code', config: { source: source.replace('NAME', `'${name}'`), timeoutMs: 60_000 } },
    { id: `${name}_out`, type: 'output', config: { name } },
  ])
  await created(drawing('computing', nodes, steps.map((name) => `${name}.result -> ${name}_out.value`).join('\n')))
  const store = await openStore({ database: cluster.database, cluster: true })
  const heard: string[] = []
  store.cluster?.bus.listen('steps', (payload) => heard.push(JSON.parse(payload).about))
  const id = await started('computing')
  // One worker computes steps of the execution that the other one drives.
  await expect.poll(() => heard, { timeout: END_MS }).toContain('taken')
  for (const worker of cluster.workers) {
    await worker.kill()
    await worker.start()
  }
  const outputs = Object.fromEntries(steps.map((name) => [name, name]))
  expect(await ended(id)).toMatchObject({ status: 'completed', outputs })
  await store.close()
})

test('a cancel and an answer that reach two API processes at the same time have one outcome', async () => {
  await created(
    drawing(
      'raced',
      [
        { id: 'ask', type: 'text_prompt', config: { message: 'What is it?' } },
        { id: 'answer', type: 'output', config: { name: 'answer' } },
      ],
      'ask.text -> answer.value',
    ),
  )
  const ids = await Promise.all(Array.from({ length: 12 }, () => started('raced')))
  for (const [at, id] of ids.entries()) {
    const question = await poll(async () => {
      const { body } = await viaBalancer().call('GET', `/pipelines/${id}/interrupts`)
      return body.data?.find((one: { status: string }) => one.status === 'pending')?.id
    }, END_MS)
    const cancel = () => via(at % 2).call('POST', `/executions/${id}/cancel`)
    const answer = () => via((at + 1) % 2).call('POST', `/interrupts/${question}`, { value: 'a pear' })
    const [cancelled, answered] = await Promise.all([cancel(), answer()])
    const end = await ended(id)
    const asked = await viaBalancer().call('GET', `/interrupts/${question}`)
    // Both may count, if the answer came first and the execution was cancelled before its last step was recorded.
    expect([200, 409]).toContain(cancelled.status)
    expect([200, 409]).toContain(answered.status)
    expect(Math.min(cancelled.status, answered.status)).toBe(200)
    expect(end.status).toBe(cancelled.status === 200 ? 'cancelled' : 'completed')
    expect(asked.body.data).toMatchObject(
      answered.status === 200 ? { status: 'resolved', response: 'a pear' } : { status: 'cancelled' },
    )
    if (end.status === 'completed') expect(end.outputs).toEqual({ answer: 'a pear' })
  }
})

/** The ids of all executions of a workflow, of every page of the list. */
async function executionsOf(workflow: string, service = viaBalancer()): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = `limit=${PAGE}&offset=${ids.length}`
    const { status, body } = await service.call('GET', `/executions?workflow_id=${workflow}&${page}`)
    expect(status, JSON.stringify(body)).toBe(200)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    if (body.data.length < PAGE) return ids
  }
}

test('a schedule starts one execution at each time with two API processes, also when one of them is killed', async () => {
  const schedule = { id: 'clock', type: 'schedule_trigger', config: { cron: '* * * * * *' } }
  const [first, second] = cluster.apis
  const id = await created(
    drawing(
      'ticking',
      [schedule, { id: 'at', type: 'output', config: { name: 'at' } }],
      'clock.scheduled_at -> at.value',
    ),
  )
  // Not through the balancer, which may send a request to a process in the moment that it is killed.
  const runs = (at: number) => executionsOf(id, via(at))
  const more = async (count: number, at: number) => {
    const until = (await runs(at)).length + count
    await expect.poll(async () => (await runs(at)).length).toBeGreaterThanOrEqual(until)
  }
  await more(2, 0)
  await first?.kill()
  await more(2, 1)
  await first?.start()
  await second?.kill()
  await more(2, 0)
  await second?.start()
  const all = await runs(0)
  const times = await Promise.all(all.map(async (run) => (await ended(run)).outputs.at))
  expect(times.length).toBeGreaterThanOrEqual(6)
  expect(new Set(times).size).toBe(times.length)
  expect((await viaBalancer().call('DELETE', `/workflows/${id}`)).status).toBe(200)
})

/** Creates a workflow whose webhook waits for the end of the execution, which needs a worker. */
function createHook(name: string): Promise<string> {
  return created(
    drawing(
      name,
      [
        { id: 'hook', type: 'webhook_trigger', config: { path: `cluster/${name}`, respond: 'finished' } },
        { id: 'get', type: 'http_request', config: { url: `${recorder.origin}/work?n=1` } },
        { id: 'body', type: 'output', config: { name: 'body' } },
      ],
      'hook.body -> get.body\nhook.body -> body.value',
    ),
  )
}

/** Calls a webhook at one API process, with a value that identifies the call. Returns the execution id. */
async function callHook(at: number, name: string, value: string, headers: Record<string, string> = {}) {
  const { status, body } = await via(at).call('POST', `/hooks/cluster/${name}`, { value }, headers)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ status: 'completed', outputs: { body: { value } } })
  return body.data.execution_id as string
}

const callHookWithKey = (at: number, name: string, key: string) => callHook(at, name, key, { 'idempotency-key': key })

test('each webhook call starts one execution with two API processes', async () => {
  const workflow = await createHook('each')
  const calls = Array.from({ length: PAGE + 20 }, (_, n) => callHook(n % 2, 'each', `call ${n}`))
  const ids = await Promise.all(calls)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await executionsOf(workflow)).sort()).toEqual(ids.sort())
})

test('webhook calls with one Idempotency-Key at two API processes at the same time start one execution', async () => {
  const workflow = await createHook('pairs')
  const keys = Array.from({ length: 12 }, (_, n) => `pair ${n}`)
  const pairs = await Promise.all(
    keys.map((key) => Promise.all([callHookWithKey(0, 'pairs', key), callHookWithKey(1, 'pairs', key)])),
  )
  expect(pairs.map(([, second]) => second)).toEqual(pairs.map(([first]) => first))
  expect((await executionsOf(workflow)).sort()).toEqual(pairs.map(([first]) => first).sort())
})

test('webhook calls that are repeated after their API process was killed start one execution for each Idempotency-Key', async () => {
  const workflow = await createHook('repeated')
  const [first] = cluster.apis
  const answered: string[] = []
  const repeated: string[] = []
  /** Calls the first process until a call fails, and repeats that one at the second process. */
  const sender = async (name: string) => {
    for (let n = 0; ; n++) {
      const key = `${name}, call ${n}`
      const id = await callHookWithKey(0, 'repeated', key).catch(() => undefined)
      if (id === undefined) {
        repeated.push(await callHookWithKey(1, 'repeated', key))
        return
      }
      answered.push(id)
    }
  }
  const senders = Array.from({ length: 6 }, (_, n) => sender(`early sender ${n}`))
  await expect.poll(() => answered.length).toBeGreaterThan(20)
  // From now on, calls wait for their execution, so the process is killed between a start and its response.
  const released = Promise.withResolvers<void>()
  slowness = released.promise
  recorder.calls.clear()
  await expect.poll(() => recorder.calls.size).toBeGreaterThan(0)
  // These calls are at any point before that.
  senders.push(...Array.from({ length: 12 }, (_, n) => sender(`late sender ${n}`)))
  await first?.kill()
  const unanswered = [...recorder.calls.keys()]
  slowness = 0
  released.resolve()
  await Promise.all(senders)
  await first?.start()
  expect(repeated.length).toBe(senders.length)
  expect(repeated).toEqual(expect.arrayContaining(unanswered))
  expect((await executionsOf(workflow)).sort()).toEqual([...answered, ...repeated].sort())
})

/** The version whose workers get new executions. */
async function newestVersion(): Promise<string | undefined> {
  const { admin } = cluster.restate
  const read = async (path: string) => (await (await fetch(admin + path)).json()) as Record<string, string>
  const { deployment_id } = await read('/services/Execution')
  const { uri } = await read(`/deployments/${deployment_id}`)
  return uri?.replace(/\/$/, '').split('/').at(-1)
}

test('an update to a newer version under load refuses no request, and executions of the old version complete', async () => {
  using newer = newerProgram('99.0.0')
  await created(
    drawing(
      'updated',
      [
        { id: 'ask', type: 'text_prompt', config: { message: 'What is it?' } },
        { id: 'get', type: 'http_request', config: { url: `${recorder.origin}/work?n=1` } },
        { id: 'answer', type: 'output', config: { name: 'answer' } },
      ],
      'ask.text -> get.body\nask.text -> answer.value',
    ),
  )
  const questionOf = (id: string) =>
    poll(async () => {
      const { body } = await viaBalancer().call('GET', `/pipelines/${id}/interrupts`)
      return body.data?.find((one: { status: string }) => one.status === 'pending')?.id as string | undefined
    }, END_MS)
  const waiting = await Promise.all(Array.from({ length: 4 }, () => started('updated')))
  const questions = await Promise.all(waiting.map(questionOf))
  expect(await newestVersion()).not.toBe(newer.version)
  const ends: unknown[] = []
  const { violations, failures, checked } = await loop.run(async ({ progress }) => {
    for (const member of [...cluster.apis, ...cluster.workers]) {
      ends.push((await member.update(newer.program))?.code)
      // Workers of both versions are there after the first one.
      await progress(8)
    }
    for (const question of questions) {
      expect((await viaBalancer().call('POST', `/interrupts/${question}`, { value: 'a pear' })).status).toBe(200)
    }
  })
  expect(failures).toEqual([])
  expect(violations).toEqual([])
  expect(checked).toBeGreaterThan(20)
  expect(ends).toEqual([0, 0, 0, 0])
  expect(await newestVersion()).toBe(newer.version)
  for (const id of waiting) {
    expect(await ended(id)).toMatchObject({ status: 'completed', outputs: { answer: 'a pear' } })
  }
})
