/** `config.keep_values` with real cluster processes: one API process removes values that others and the workers wrote. */
import { openStore } from '@millrace/store'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './support/cluster/cluster.ts'
import { ClusterService } from './support/cluster/cluster-service.ts'
import { poll } from './support/crash-service.ts'
import { drawing } from './support/drawing.ts'

const SECRET = 'confidential-pear'
const END_MS = 60_000
/** Values are removed one to two minutes after the end; the machine may be busy. */
const REMOVED_MS = 240_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ flags: ['--log-level', 'warn'] })
})
afterAll(() => cluster?.[Symbol.asyncDispose]())

/** The first API process has started first, so it leads and removes the values. */
const via = (at: 0 | 1) => new ClusterService(cluster, cluster.apis[at]?.origin)

async function created(document: object, keep_values: string): Promise<void> {
  const { status, body } = await via(0).call('POST', '/workflows', { ...document, config: { keep_values } })
  expect(status, JSON.stringify(body)).toBe(201)
}

async function started(name: string, inputs: object): Promise<string> {
  const { status, body } = await via(1).call('POST', `/workflows/${name}/execute`, { inputs })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.data.execution_id
}

async function ended(id: string) {
  const found = await poll(async () => {
    const { body } = await via(1).call('GET', `/pipelines/${id}`)
    return ['completed', 'failed', 'cancelled'].includes(body.status) ? body : undefined
  }, END_MS)
  expect(found, `${id} has not ended\n${cluster.log()}`).toBeDefined()
  return found
}

/** The execution that the step `call` started. */
async function childOf(id: string): Promise<string> {
  const { body } = await via(1).call('GET', `/pipelines/${id}/jobs`)
  return body.data.find(({ node_id }: { node_id: string }) => node_id === 'call').child_id
}

/** Everything that both API processes return about an execution. */
async function shown(id: string): Promise<string> {
  const paths = [`/pipelines/${id}`, `/pipelines/${id}/jobs`, `/executions/${id}/logs`, '/interrupts?mine=false']
  const all = ([0, 1] as const).flatMap((at) => paths.map((path) => via(at).call('GET', path)))
  return JSON.stringify(await Promise.all(all))
}

/** The whole event stream of an execution that is over. */
async function streamOf(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${cluster.token}` }
  const response = await fetch(`${cluster.apis[1]?.origin}/api/v1/pipelines/${id}/events`, { headers })
  return response.text()
}

/** The tables in which a text occurs. */
async function tablesWith(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: cluster.database })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
    const found: string[] = []
    for (const { name } of rows) {
      const hits = await client.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`])
      if (hits.rows.length > 0) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

// Of steps that need a worker: quick ones would end in the API process.
const slowEcho = (name: string) =>
  drawing(
    name,
    [
      { id: 'in', type: 'text_input' },
      { id: 'wait', type: 'delay', config: { seconds: 0.1 } },
      { id: 'out', type: 'output', config: { name: 'answer' } },
    ],
    'in.text -> wait.value\nwait.value -> out.value',
  )

const CALL = [
  { id: 'out', type: 'output', config: { name: 'got' } },
  { id: 'again', type: 'delay', config: { seconds: 0.1 } },
]
const CALL_LINES = 'call.outputs -> again.value\nagain.value -> out.value'

test('executions that keep nothing lose their values in every process and table, with children, calls and moved steps', async () => {
  await created(slowEcho('plain_child'), 'all')
  await created(slowEcho('bare_child'), 'none')
  const hook = { id: 'hook', type: 'webhook_trigger', config: { path: 'discreet', respond: 'finished' } }
  const shape = { id: 'shape', type: 'code', config: { source: 'return { in: { text: data.text } }' } }
  const call = (workflow: string) => ({ id: 'call', type: 'sub_workflow', config: { workflow } })
  await created(
    drawing(
      'discreet',
      [hook, shape, call('plain_child'), ...CALL],
      `hook.body -> shape.data\nshape.result -> call.inputs\n${CALL_LINES}`,
    ),
    'none',
  )
  await created(
    drawing(
      'parent',
      [{ id: 'with', type: 'json_input' }, call('bare_child'), ...CALL],
      `with.value -> call.inputs\n${CALL_LINES}`,
    ),
    'all',
  )
  const ask = { id: 'ask', type: 'text_prompt', config: { message: 'What is it?' } }
  await created(
    drawing('asks', [ask, { id: 'out', type: 'output', config: { name: 'answer' } }], 'ask.text -> out.value'),
    'none',
  )
  const codes = Array.from({ length: 8 }, (_, n) => `code${n}`)
  const source = 'let sum = 0; for (let i = 0; i < 3e6; i++) sum += i % 7; return data + sum'
  await created(
    drawing(
      'computes',
      [
        { id: 'in', type: 'text_input' },
        ...codes.map((id) => ({ id, type: 'code', config: { source, timeoutMs: 60_000 } })),
      ],
      codes.map((id) => `in.text -> ${id}.data`).join('\n'),
    ),
    'none',
  )
  const store = await openStore({ database: cluster.database, cluster: true })
  const moved: string[] = []
  store.cluster?.bus.listen('steps', (payload) => moved.push(JSON.parse(payload).about))

  // The caller waits in one API process, a worker runs the execution, and the other API process removes its values.
  const hooked = await via(1).call('POST', '/hooks/discreet', { text: SECRET })
  expect(hooked, cluster.log()).toMatchObject({ status: 200, body: { data: { outputs: { got: { answer: SECRET } } } } })
  const parent = await started('parent', { with: { value: { in: { text: 'parent-pear' } } } })
  const asking = await started('asks', {})
  const question = await poll(async () => {
    const { body } = await via(0).call('GET', `/pipelines/${asking}/interrupts`)
    return body.data?.find((one: { status: string }) => one.status === 'pending')?.id
  }, END_MS)
  expect((await via(1).call('POST', `/interrupts/${question}`, { value: SECRET })).status).toBe(200)
  const computing = await started('computes', { in: { text: SECRET } })
  expect(await ended(asking)).toMatchObject({ status: 'completed', outputs: { answer: SECRET } })
  expect(await ended(computing)).toMatchObject({ status: 'completed' })
  expect(await ended(parent)).toMatchObject({ status: 'completed', outputs: { got: { answer: 'parent-pear' } } })
  await expect.poll(() => moved).toContain('taken')
  await store.close()

  const discreet = String(hooked.body.data.execution_id)
  const bare = await childOf(parent)
  const without = [discreet, await childOf(discreet), bare, asking, computing]
  for (const id of without) {
    const removed = await poll(
      async () => (await via(1).call('GET', `/pipelines/${id}`)).body.values_removed,
      REMOVED_MS,
    )
    expect(removed, `${id}\n${cluster.log()}`).toBeDefined()
    expect(await shown(id)).not.toContain(SECRET)
    const stream = await streamOf(id)
    expect(stream).toContain('event: end')
    expect(stream).not.toContain(SECRET)
  }
  expect(await shown(bare)).not.toContain('parent-pear')
  expect((await via(1).call('GET', `/pipelines/${parent}`)).body.outputs).toEqual({ got: { answer: 'parent-pear' } })
  expect(await tablesWith(SECRET)).toEqual([])
  for (const { output } of [...cluster.apis, ...cluster.workers]) expect(output).not.toContain(SECRET)
})
