/** Drafts over HTTP: per person, with sealed secrets, and never a version. */
import type { DraftHead, Workflow, WorkflowDraft } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Client, edge, node } from '../executions/testing/client.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { drawn } from '../triggers/testing/hooked-workflow.ts'

const SAVED = 'correct horse battery staple'
const TYPED = 'a secret that was typed into the draft'

type Body = {
  success: boolean
  data: WorkflowDraft & DraftHead & Workflow
  code?: string
  error?: string
  message: string
}

let service: TestService
let id: string
beforeEach(async () => {
  service = await testService()
  id = (await send('POST', '/workflows', { name: 'Hooked', ...withSecret(SAVED) })).data.id
})
afterEach(() => service[Symbol.asyncDispose]())

const withSecret = (secret: string) => drawn({ path: 'orders', auth: 'token', secret })

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  role: 'editor' | 'admin' = 'editor',
) {
  const answer = await service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: service.as(role),
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: answer.statusCode, text: answer.body, ...answer.json<Body>() }
}

const draft = (method: 'GET' | 'DELETE', query = '') => send(method, `/workflows/${id}/draft${query}`)

const store = (workflow: object, revision?: number) =>
  send('PUT', `/workflows/${id}/draft`, {
    workflow: { name: 'Changed', ...workflow },
    base_revision: 1,
    ...(revision === undefined ? {} : { revision }),
  })

const secretIn = (workflow: Pick<Workflow, 'nodes'>) => workflow.nodes[0]?.data?.config?.secret

/** The status of a webhook call with a secret. */
async function hook(secret: string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` }
  return (await service.app.inject({ method: 'POST', url: '/api/v1/hooks/orders', headers, payload: {} })).statusCode
}

describe('a draft', () => {
  test('is stored per person, returned as it was sent, and changes no version', async () => {
    expect((await draft('GET')).status).toBe(404)
    expect(await draft('GET', '?missing=null')).toMatchObject({ status: 200, data: null })
    const sent = { name: '', nodes: [], edges: [], config: { note: 'größer' }, unknown: [1] }
    const stored = await store(sent)
    expect([stored.status, stored.data]).toEqual([
      200,
      { base_revision: 1, revision: 1, updated_at: new Date(service.clock.now()).toISOString() },
    ])
    expect((await draft('GET')).data).toMatchObject({ workflow: sent, base_revision: 1, revision: 1 })
    expect((await send('GET', `/workflows/hooked/draft`)).data.revision).toBe(1)
    expect((await send('GET', `/workflows/${id}/draft`, undefined, 'admin')).status).toBe(404)
    const versions = await send('GET', `/workflows/${id}/versions`)
    expect(versions.data).toHaveLength(1)
    expect((await send('GET', `/workflows/${id}`)).data.name).toBe('Hooked')
  })

  test('is rejected with 409 if another window has stored or deleted it since', async () => {
    await store({ nodes: [], edges: [] })
    const unknown = await store({ name: 'Late' })
    expect([unknown.status, unknown.code]).toEqual([409, 'STALE_DRAFT'])
    expect((await store({ name: 'Second' }, 1)).data.revision).toBe(2)
    const late = await store({ name: 'Late' }, 1)
    expect([late.status, late.code, late.error]).toEqual([
      409,
      'STALE_DRAFT',
      'The draft was changed or deleted in another window. It is at revision 2 now.',
    ])
    expect((await draft('GET')).data.workflow.name).toBe('Second')
    expect((await draft('DELETE', '?revision=1')).code).toBe('STALE_DRAFT')
    expect((await draft('DELETE', '?revision=2')).status).toBe(200)
    expect((await store({}, 2)).code).toBe('STALE_DRAFT')
    expect((await draft('GET')).status).toBe(404)
    expect((await draft('DELETE')).status).toBe(200)
    expect((await store({})).data.revision).toBe(4)
  })

  test('is limited like a workflow', async () => {
    const nodes = Array.from({ length: service.config.maxWorkflowNodes + 1 }, (_, at) => ({ id: `n${at}` }))
    expect((await store({ nodes, edges: [] })).status).toBe(422)
    expect((await store({ name: 'x'.repeat(201) })).status).toBe(422)
    const twice = await store({ nodes: [{ id: 'a' }, { id: 'a' }], edges: [] })
    expect([twice.status, twice.error]).toEqual([422, 'Node id "a" is used twice.'])
    const large = await store({ config: { text: 'x'.repeat(service.config.maxBodyMib * 2 ** 20) } })
    expect([large.status, large.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const missing = await send('PUT', '/workflows/nothing/draft', { workflow: { name: '' }, base_revision: 1 })
    expect(missing.status).toBe(404)
  })

  test('is limited to 500 per person', async () => {
    const { store: database } = service.services
    const owner = (await ownerId()) ?? ''
    for (let n = 0; n < 500; n++) {
      const { data } = await send('POST', '/workflows', { name: `Flow ${n}` })
      const row = { workflowId: data.id, owner, baseRevision: 1, updatedAt: 1, document: '{}', secrets: null }
      await database.drafts.put(row, { seen: undefined, maxPerOwner: 500 })
    }
    const refused = await store({})
    expect([refused.status, refused.code]).toEqual([409, 'TOO_MANY_DRAFTS'])
  })

  test('needs the permission to edit', async () => {
    for (const role of ['viewer', 'operator'] as const) {
      const answer = await service.app.inject({ url: `/api/v1/workflows/${id}/draft`, headers: service.as(role) })
      expect(answer.statusCode).toBe(403)
    }
  })

  test('is deleted with its workflow', async () => {
    await store(withSecret(TYPED))
    await send('DELETE', `/workflows/${id}`)
    await send('POST', '/workflows', { id, name: 'Again' })
    expect((await draft('GET')).status).toBe(404)
  })
})

describe('a secret in a draft', () => {
  test('is sealed, read back as a placeholder, and kept when the placeholder is sent again', async () => {
    await store(withSecret(TYPED))
    const read = await draft('GET')
    expect(secretIn(read.data.workflow as Workflow)).toBe('__secret__:draft:raft')
    expect(read.text).not.toContain(TYPED)
    const row = await service.services.store.drafts.get(id, (await ownerId()) ?? '')
    expect(row?.document).not.toContain(TYPED)
    expect(Buffer.from(row?.secrets ?? []).includes(TYPED)).toBe(false)
    const again = await store(read.data.workflow, 1)
    expect(again.status).toBe(200)
    expect(secretIn((await draft('GET')).data.workflow as Workflow)).toBe('__secret__:draft:raft')
    expect(await hook(SAVED)).toBe(202)
    expect(await hook(TYPED)).toBe(401)
  })

  test('is used when the document of the draft is saved', async () => {
    await store(withSecret(TYPED))
    const { workflow } = (await draft('GET')).data
    const saved = await send('PUT', `/workflows/${id}`, { nodes: workflow.nodes, revision: 1 })
    expect(secretIn(saved.data)).toBe('__secret__:raft')
    expect([await hook(TYPED), await hook(SAVED)]).toEqual([202, 401])
  })

  test('is not used for another person, who keeps the saved one', async () => {
    await store(withSecret(TYPED))
    const { workflow } = (await draft('GET')).data
    await send('PUT', `/workflows/${id}`, { nodes: workflow.nodes }, 'admin')
    expect([await hook(TYPED), await hook(SAVED)]).toEqual([401, 202])
  })

  test('leaves the placeholder of a saved secret as it is', async () => {
    const { nodes, edges } = (await send('GET', `/workflows/${id}`)).data
    await store({ nodes, edges })
    const { workflow } = (await draft('GET')).data
    expect(secretIn(workflow as Workflow)).toBe('__secret__:aple')
    expect((await service.services.store.drafts.get(id, (await ownerId()) ?? ''))?.secrets).toBe(null)
    await send('PUT', `/workflows/${id}`, { nodes: workflow.nodes })
    expect(await hook(SAVED)).toBe(202)
  })

  test('is used by a test run of the document', async () => {
    await using client = await Client.open()
    const drawing = (key: string) => ({
      nodes: [node('b', 'blab', { key }), node('out', 'output')],
      edges: [edge('b:value', 'out:value')],
    })
    const own = await client.store(drawing('short-key-of-the-saved'))
    const body = { workflow: { name: 'Draft', ...drawing(TYPED) }, base_revision: 1 }
    expect((await client.call('PUT', `/workflows/${own}/draft`, body)).status).toBe(200)
    const stored = (await client.call<WorkflowDraft>('GET', `/workflows/${own}/draft`)).data.workflow
    expect(JSON.stringify(stored)).not.toContain(TYPED)
    const workflow = { id: own, nodes: stored.nodes, edges: stored.edges }
    const run = await client.call('POST', '/execute', { workflow })
    const { outputs } = await client.untilOver(String(run.data.execution_id))
    expect(JSON.stringify(outputs)).toContain(`,${TYPED.length}]`)
  })
})

/** The id of the caller behind the editor's token. */
async function ownerId(): Promise<string | undefined> {
  const { items } = await service.services.store.tokens.list({ limit: 10, offset: 0 })
  return items.find(({ role }) => role === 'editor')?.id
}
