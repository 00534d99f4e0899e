/** Saves of the same workflow again and again: unchanged nodes and edges are neither parsed, checked nor printed again. */
import type { Workflow } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { node } from '../triggers/testing/hooked-workflow.ts'

const SECRET = 'correct horse battery staple'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function send(method: 'POST' | 'PUT', path: string, payload: object) {
  const headers = service.as('editor')
  const answer = await service.app.inject({ method, url: `/api/v1/workflows${path}`, headers, payload })
  return { status: answer.statusCode, body: answer.json<{ data: Workflow; message: string; details?: unknown }>() }
}

const formatter = (at: number, label = `Step ${at} ü`) => ({
  id: `text_formatter.${at}`,
  type: 'universalNode',
  position: { x: at, y: 0 },
  data: {
    label,
    config: { operation: 'uppercase', text: 'a' },
    metadata: { node_type_id: 'text_formatter', id: 'text_formatter', own: 'key' },
  },
})
const edge = (at: number) => ({ id: `e${at}`, source: `text_formatter.${at}`, target: `text_formatter.${at + 1}` })

const nodes = Array.from({ length: 100 }, (_, at) => formatter(at))
const edges = Array.from({ length: 99 }, (_, at) => edge(at))
const body = { name: 'Repeated', description: 'x'.repeat(1000), nodes, edges }

const withoutFacts = ({ id, machineName, revision, published_revision, metadata, ...rest }: Workflow) => rest

/** The reply of a first save of the same content. */
async function asNew(content: object) {
  return withoutFacts((await send('POST', '', { ...content, name: 'Repeated' })).body.data)
}

async function stored(id: string): Promise<string> {
  return (await service.services.workflows.get(id)).document
}

test('stores and sends the same as a first save of the content', async () => {
  const { id } = (await send('POST', '', body)).body.data
  const moved = [formatter(100), ...nodes.slice(1, 50), formatter(50, 'Changed'), ...nodes.slice(51), nodes[0]]
  for (const content of [body, body, { ...body, nodes: moved }, { ...body, edges: edges.slice(5) }, body]) {
    const { data } = (await send('PUT', `/${id}`, content)).body
    expect(withoutFacts(data)).toEqual(await asNew(content))
    const document = JSON.parse(await stored(id)) as Workflow
    expect(await stored(id)).toBe(JSON.stringify(document))
    expect(document).toMatchObject({ revision: data.revision, edges: content.edges })
    expect(document.nodes.map((one) => [one.id, one.data?.label, one.data?.metadata])).toEqual(
      content.nodes.map((one) => [one?.id, one?.data.label, { node_type_id: 'text_formatter', own: 'key' }]),
    )
  }
})

test('reports problems of changed parts and of the whole graph', async () => {
  const { id } = (await send('POST', '', body)).body.data
  expect((await send('PUT', `/${id}`, body)).status).toBe(200)
  for (const wrong of [
    { ...body, nodes: [...nodes.slice(1), { ...nodes[0], id: 5 }] },
    { ...body, nodes: [...nodes, nodes[3]] },
    { ...body, nodes: nodes.slice(1) },
    { ...body, edges: nodes },
    { ...body, name: '' },
  ]) {
    const again = await send('PUT', `/${id}`, wrong)
    const first = await send('POST', '', wrong)
    expect([again.status, again.body.details]).toEqual([422, first.body.details])
  }
  expect((await send('PUT', `/${id}`, body)).body.data).toMatchObject({ revision: 3 })
})

test('keeps no node in memory that a person has entered a secret in', async () => {
  const { id } = (await send('POST', '', body)).body.data
  const hooked = node('hooked', 'webhook_trigger', { path: 'repeated', auth: 'token', secret: SECRET })
  const content = { ...body, nodes: [hooked, ...nodes] }
  expect((await send('PUT', `/${id}`, content)).status).toBe(200)
  const other = (bytes: Buffer) => ({ offsets: [0, bytes.length], ends: { start: 0, end: 0 } })
  const find = (one: object) => {
    const bytes = Buffer.from(JSON.stringify(one))
    return service.services.workflows.knownParts(id)?.find('nodes', bytes, other(bytes))[0]?.value
  }
  expect(find(formatter(0))).toEqual(nodes[0])
  expect(find(hooked)).toBeUndefined()
  const { data } = (await send('PUT', `/${id}`, content)).body
  expect(data.nodes[0]?.data?.config).toMatchObject({ secret: '__secret__:aple' })
  expect(await stored(id)).not.toContain(SECRET)
})

test('changes parts that are saved with a part of the fields', async () => {
  const { id } = (await send('POST', '', body)).body.data
  await send('PUT', `/${id}`, body)
  await send('PUT', `/${id}`, { config: { active: false } })
  const changed = [formatter(0, 'Only nodes'), ...nodes.slice(1)]
  const { data } = (await send('PUT', `/${id}`, { nodes: changed })).body
  expect(withoutFacts(data)).toEqual(await asNew({ ...body, nodes: changed, config: { active: false } }))
})
