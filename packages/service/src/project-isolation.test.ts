/** What workflows can reach: only what is in their own project. And what members can reach besides routes about one thing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameInProject } from '@millrace/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyValuesFor } from './effects/key-value-adapter.ts'
import { createKeyValues } from './effects/key-values.ts'
import { startModelServer } from './effects/testing/model-server.ts'
import { vectorsFor } from './effects/vectors.ts'
import { edge, node } from './executions/testing/client.ts'
import { originOf } from './mcp/testing/mcp-caller.ts'
import { type Caller, MARK, type TwoProjects, twoProjects } from './testing/two-projects.ts'

let world: TwoProjects
let beta: Caller
beforeAll(async () => {
  world = await twoProjects('--egress-allow', '127.0.0.1')
  beta = await world.member('beta')
})
afterAll(() => world[Symbol.asyncDispose]())

interface Detail {
  readonly status: string
  readonly outputs: Record<string, unknown>
  readonly error?: { readonly message?: string; readonly code?: string } | string
}

const admin = <T = Record<string, unknown>>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
  world.client.call<T>(method, path, body, 'admin')

async function stored(project: string, drawing: object, name = 'Tried'): Promise<string> {
  const made = await admin<{ id: string }>('POST', `/workflows?project=${project}`, { name, ...drawing })
  expect(made.status).toBe(201)
  return made.data.id
}

/** Runs a workflow with these nodes in a project, and returns how it ended. */
async function run(project: string, nodes: object[], edges: object[] = []): Promise<Detail> {
  const id = await stored(project, { nodes, edges })
  const { execution_id } = (await admin<{ execution_id: string }>('POST', `/workflows/${id}/execute`, {})).data
  const detail = async () => (await admin<Detail>('GET', `/pipelines/${execution_id}`)).body
  await world.client.until(async () => !['pending', 'running'].includes((await detail()).status))
  return detail()
}

test('a stored workflow is checked with the credentials of its project, for those who see it', async () => {
  const call = node('call', 'http_request', { url: 'https://api.example/', method: 'GET', credential: `${MARK}_key` })
  const body = { name: 'Checked', nodes: [call], edges: [] }
  const codes = async (send: typeof admin | Caller['call'], id: string) => {
    const { data } = await send<{ problems: { code: string }[] }>('POST', '/workflows/validate', { ...body, id })
    return data.problems.map(({ code }) => code)
  }
  const { workflow } = world.alpha
  const missing = await codes(admin, 'new')
  expect(await codes(beta.call, workflow)).toEqual(missing)
  expect(missing.length).toBe((await codes(admin, workflow)).length + 1)
})

test('a node finds no credential of another project, by name and by id', async () => {
  for (const credential of [`${MARK}_key`, world.alpha.credential]) {
    for (const project of ['beta', 'default']) {
      const call = node('call', 'http_request', { url: 'https://api.example/', method: 'GET', credential })
      expect(JSON.stringify(await run(project, [call]))).toContain('CREDENTIAL_NOT_FOUND')
      const agent = node('agent', 'simple_agent', { provider: 'echo', model: 'echo' })
      const server = node('server', 'mcp_tools', { url: 'https://api.example/', credential })
      const text = node('text', 'text_input', { defaultValue: 'Go' })
      const edges = [edge('text:text', 'agent:message'), edge('server:tool', 'agent:tool')]
      expect(JSON.stringify(await run(project, [text, agent, server], edges))).toContain('CREDENTIAL_NOT_FOUND')
    }
  }
})

/** Creates a credential in `alpha` and returns its name and its id. */
async function credentialOfAlpha(name: string, type: string, values: object): Promise<readonly string[]> {
  const made = await admin<{ id: string }>('POST', '/credentials?project=alpha', { name, type, values })
  expect(made.status).toBe(201)
  return [name, made.data.id]
}

test('a node calls no model with a credential of another project, by name and by id', async () => {
  const server = await startModelServer()
  try {
    const values = { provider: 'openai_compatible', baseUrl: server.baseUrl, apiKey: `${MARK}-key` }
    const text = node('text', 'text_input', { defaultValue: 'Go' })
    for (const connection of await credentialOfAlpha(`${MARK}_models`, 'model_provider', values)) {
      const nodes = [text, node('call', 'chat_model', { model: 'm', connection })]
      const call = (project: string) => run(project, nodes, [edge('text:text', 'call:message')])
      const before = server.requests.length
      for (const project of ['beta', 'default']) {
        expect(JSON.stringify(await call(project))).toContain('MODEL_CONNECTION_UNKNOWN')
      }
      expect(server.requests.length).toBe(before)
      expect((await call('alpha')).status).toBe('completed')
      expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${MARK}-key`)
    }
  } finally {
    await server.close()
  }
})

test('a node queries no database with a credential of another project, by name and by id', async () => {
  const values = { connection: 'sqlite:shop.db' }
  for (const credential of await credentialOfAlpha(`${MARK}_sql`, 'sql', values)) {
    const query = { credential, query: 'create table if not exists orders (id)', readOnly: false }
    const call = (project: string) => run(project, [node('call', 'sql_query', query)])
    expect((await call('alpha')).status).toBe('completed')
    for (const project of ['beta', 'default']) {
      expect(JSON.stringify(await call(project))).toContain('CREDENTIAL_NOT_FOUND')
    }
  }
})

test('keyed values of the same name are different in each project, and no name leads to those of another', async () => {
  const key = { namespace: 'space', key: 'color' }
  for (const project of ['alpha', 'default']) {
    const text = node('text', 'text_input', { defaultValue: `${MARK} of ${project}` })
    const set = node('set', 'key_value', { ...key, operation: 'set' })
    expect((await run(project, [text, set], [edge('text:text', 'set:value')])).status).toBe('completed')
  }
  const get = [node('get', 'key_value', { ...key, operation: 'get' }), node('out', 'output', { name: 'value' })]
  const read = async (project: string) =>
    (await run(project, get, [edge('get:value', 'out:value')])).outputs.value ?? null
  expect([await read('alpha'), await read('default'), await read('beta')]).toEqual([
    ...[`${MARK} of alpha`, `${MARK} of default`, null],
  ])
  // Settings of nodes have a limit of their own, so the effect is called without a workflow.
  const { clock, services } = world.client.service
  const keyValues = createKeyValues(keyValuesFor(services.store.keyValues, clock))
  for (const project of ['beta', 'default']) {
    const got = keyValues(new AbortController().signal, () => project).get(nameInProject('alpha', 'space'), key.key)
    await expect(got).rejects.toThrow('The namespace is longer than 100 characters.')
  }
})

test('collections of vectors of the same name are different in each project, and no name leads to those of another', async () => {
  const echo = { provider: 'echo' }
  const put = node('put', 'vector_store', { collection: 'notes', operation: 'upsert', ...echo })
  const documents = node('documents', 'json_input', { defaultValue: [{ id: 'one', text: MARK }] })
  const written = await run('alpha', [documents, put], [edge('documents:value', 'put:documents')])
  expect(written.status).toBe('completed')
  const search = async (project: string) => {
    const text = node('text', 'text_input', { defaultValue: MARK })
    const find = node('find', 'vector_store', { collection: 'notes', ...echo })
    const out = node('out', 'output', { name: 'matches' })
    return run(project, [text, find, out], [edge('text:text', 'find:query'), edge('find:matches', 'out:value')])
  }
  const found = async (project: string) => JSON.stringify((await search(project)).outputs).includes(MARK)
  expect([await found('alpha'), await found('beta'), await found('default')]).toEqual([true, false, false])
  // Settings of nodes have a limit of their own, so the effect is called without a workflow.
  const { vectors } = world.client.service.services.store
  expect(await vectors.count(nameInProject('alpha', 'notes'))).toBe(1)
  for (const project of ['beta', 'default']) {
    const counted = vectorsFor(vectors, new AbortController().signal, () => project)
    await expect(counted.count(nameInProject('alpha', 'notes'))).rejects.toThrow(
      'The name of a collection must not start with ":project ".',
    )
  }
})

test('files of the same name are different in each project, and no name leads to those of another', async () => {
  const folder = join(world.client.service.config.dataDir, 'files', '.millrace-projects', 'alpha')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), MARK)
  const read = async (project: string, path: string) =>
    run(
      project,
      [node('read', 'file_read', { path }), node('out', 'output', { name: 'text' })],
      [edge('read:content', 'out:value')],
    )
  expect((await read('alpha', 'notes.txt')).outputs.text).toBe(MARK)
  for (const path of ['notes.txt', '.millrace-projects/alpha/notes.txt', '.Millrace-Projects/alpha/notes.txt']) {
    for (const project of ['beta', 'default']) {
      const { status, outputs } = await read(project, path)
      expect([status, JSON.stringify(outputs).includes(MARK)]).toEqual(['failed', false])
    }
  }
})

test('a workflow calls no workflow of another project, as a step and as an error workflow', async () => {
  for (const workflow of [world.alpha.workflow, world.alpha.machineName]) {
    const { status } = await run('beta', [node('call', 'sub_workflow', { workflow })])
    expect(status).toBe('failed')
  }
  const body = { workflow: world.alpha.workflow }
  expect((await admin('PUT', '/error-workflow?project=beta', body)).status).toBe(404)
  expect((await admin('PUT', '/error-workflow', body)).status).toBe(404)
  expect((await admin('PUT', '/error-workflow?project=alpha', body)).status).toBe(200)
  expect((await beta.call('PUT', '/error-workflow', { workflow: world.alpha.machineName })).status).toBe(404)
  expect((await beta.call('GET', '/error-workflow')).data).toEqual({ workflow: null })
  expect((await beta.call('GET', '/error-workflow?project=alpha')).status).toBe(404)
})

test('secrets and results of another project cannot be taken over', async () => {
  const own = await stored('beta', { nodes: [node('in', 'text_input')], edges: [] })
  const secrets = { name: 'Copy', nodes: [], edges: [] }
  const { workflow, execution } = world.alpha
  expect((await beta.call('POST', `/workflows?secrets_from=${workflow}`, secrets)).status).toBe(404)
  const from = { node: 'in', execution }
  expect((await beta.call('POST', `/workflows/${own}/execute`, { from })).status).toBe(404)
  expect((await beta.call('POST', '/execute', { workflow_id: own, from })).status).toBe(404)
  const session = await beta.call<{ id: string }>('POST', `/workflows/${own}/playground/sessions`, {})
  const turn = { content: 'x', workflow: { id: workflow, nodes: [node('chat', 'chat_input')], edges: [] } }
  const sent = await beta.call('POST', `/playground/sessions/${session.data.id}/turn`, turn)
  expect(sent.text).not.toContain(MARK)
})

test('a path that a workflow of another project has is taken, without its name', async () => {
  const hook = node('hook', 'webhook_trigger', { path: `${MARK}/hook`, method: 'POST', auth: 'none' })
  const made = await beta.call('POST', '/workflows', { name: 'Hooked', nodes: [hook], edges: [] })
  expect(made.status).toBe(201)
  expect(made.text).toContain('belongs to a workflow of another project')
  expect(made.text).not.toContain(world.alpha.machineName)
})

test('streams send nothing of another project', async () => {
  const origin = await originOf(world.client)
  for (const [path, first] of [
    ['/executions/events', 'ready'],
    ['/interrupts/events', 'count'],
  ] as const) {
    const stop = new AbortController()
    const response = await fetch(`${origin}/api/v1${path}`, { headers: beta.headers, signal: stop.signal })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => {})
    await world.client.until(() => text.includes(first))
    await admin('POST', `/workflows/${world.alpha.workflow}/execute`, {})
    // The own execution ends after the other one has begun.
    const ask = { nodes: [node('ask', 'confirmation', { message: 'ours?' })], edges: [] }
    const own = await stored('beta', ask)
    await beta.call('POST', `/workflows/${own}/execute`, {})
    await world.client.until(() => text.includes(own))
    expect(text).not.toContain(world.alpha.workflow)
    expect(text).not.toContain(MARK)
    stop.abort()
    await reading
  }
})

test('MCP lists and runs nothing of another project', async () => {
  const origin = await originOf(world.client)
  const send = async (method: string, params: object = {}) => {
    const headers = {
      ...beta.headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await fetch(`${origin}/mcp`, { method: 'POST', headers, body })).text()
  }
  const { workflow, machineName, execution, interrupt } = world.alpha
  const answers = [
    await send('tools/list'),
    await send('tools/call', { name: `list_workflows`, arguments: {} }),
    await send('tools/call', { name: 'list_questions', arguments: {} }),
    await send('tools/call', { name: 'list_questions', arguments: { execution_id: execution } }),
    await send('tools/call', { name: 'describe_workflow', arguments: { workflow } }),
    await send('tools/call', { name: 'run_workflow', arguments: { workflow: machineName } }),
    await send('tools/call', { name: 'get_execution', arguments: { execution_id: execution } }),
    await send('tools/call', { name: 'cancel_execution', arguments: { execution_id: execution } }),
    await send('tools/call', { name: 'answer_question', arguments: { question_id: interrupt, value: true } }),
  ]
  for (const answer of answers) expect(answer).not.toContain(MARK)
  expect(answers[0]).toContain('list_workflows')
  expect(answers.slice(4).every((answer) => answer.includes('NOT_FOUND'))).toBe(true)
  expect(await send('tools/call', { name: `${MARK}_tool`, arguments: {} })).toContain('There is no tool')
})

test('a moved workflow belongs to the other project at once', async () => {
  const id = await stored('alpha', { nodes: [], edges: [] }, 'Moved')
  expect((await beta.call('GET', `/workflows/${id}`)).status).toBe(404)
  expect((await beta.call('POST', `/workflows/${id}/move`, { project: 'beta' })).status).toBe(404)
  expect((await admin('POST', `/workflows/${id}/move`, { project: 'nothing' })).status).toBe(404)
  expect((await admin('POST', `/workflows/${id}/move`, { project: 'beta' })).status).toBe(200)
  expect((await beta.call('GET', `/workflows/${id}`)).status).toBe(200)
  expect((await beta.call('POST', `/workflows/${id}/move`, { project: 'alpha' })).status).toBe(404)
})
