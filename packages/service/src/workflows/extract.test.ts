/** A selection that became a sub-workflow: the same results as before, and no secret is lost. */
import { extractionOf, type Graph, type WorkflowNode } from '@millrace/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { edge, node } from '../triggers/testing/hooked-workflow.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function ask(path: string, payload: object, method: 'POST' | 'PUT' = 'POST') {
  const url = `/api/v1${path}`
  const answer = await service.app.inject({ method, url, headers: service.as('editor'), payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().data
}

/** The outputs of a workflow that a webhook starts. */
async function outputsOf(path: string, body: unknown) {
  const url = `/api/v1/hooks/${path}`
  const answer = await service.app.inject({ method: 'POST', url, payload: { value: body } })
  const { status, outputs } = answer.json().data
  return { status, outputs }
}

function graphOf(nodes: readonly object[], edges: readonly object[]): Graph {
  return { nodes: nodes as WorkflowNode[], edges: edges as Graph['edges'] }
}

const hook = (path: string) => node('in', 'webhook_trigger', { path, respond: 'finished' })

/** Saves a workflow as it is and with the selection extracted, and compares their results. */
async function compare(make: (path: string) => Graph, selected: readonly string[], bodies: readonly unknown[]) {
  await ask('/workflows', { name: 'Whole', ...make('whole') })
  const extraction = extractionOf(make('split'), new Set(selected), service.services.catalogue)
  if (!extraction.ok) throw new Error(extraction.reason)
  const child = await ask('/workflows', { name: 'Part', ...extraction.child })
  await ask('/workflows', { name: 'Split', ...extraction.replaced({ workflow: child.id, label: 'Part' }).graph })
  for (const body of bodies) {
    const whole = await outputsOf('whole', body)
    expect(whole.status).toBe('completed')
    expect(await outputsOf('split', body)).toEqual(whole)
  }
}

test('returns the same for a chain with values of several types', async () => {
  const make = (path: string) =>
    graphOf(
      [
        hook(path),
        node('pick', 'json_transform', { expression: 'value' }),
        node('up', 'text_formatter', { operation: 'uppercase' }),
        node('size', 'json_transform', { expression: '$length($string(data))' }),
        node('text', 'output', { name: 'text' }),
        node('length', 'output', { name: 'length' }),
      ],
      [
        edge('in:body', 'pick:data'),
        edge('pick:result', 'up:text'),
        edge('pick:result', 'size:data'),
        edge('up:formatted', 'text:value'),
        edge('size:result', 'length:value'),
      ],
    )
  await compare(make, ['pick', 'up', 'size'], ['ada', 'x'])
  expect((await outputsOf('split', 'ada')).outputs).toMatchObject({ text: 'ADA' })
})

test('returns the same for a gateway whose branches leave the selection', async () => {
  const make = (path: string) =>
    graphOf(
      [
        hook(path),
        node('pick', 'json_transform', { expression: 'value' }),
        node('check', 'if_else', { operator: 'greater_than', matchText: '10' }),
        node('high', 'output', { name: 'high' }),
        node('low', 'output', { name: 'low' }),
      ],
      [
        edge('in:body', 'pick:data'),
        edge('pick:result', 'check:data'),
        edge('check:True', 'high:value'),
        edge('check:False', 'low:value'),
      ],
    )
  await compare(make, ['pick', 'check'], [3, 30])
  expect((await outputsOf('split', 30)).outputs).toEqual({ high: 30 })
})

test('returns the same for the body of a loop', async () => {
  const make = (path: string) =>
    graphOf(
      [
        hook(path),
        node('list', 'json_transform', { expression: 'value' }),
        node('each', 'foreach', {}),
        node('double', 'json_transform', { expression: '$ * 2' }),
        node('out', 'output', { name: 'doubled' }),
      ],
      [
        edge('in:body', 'list:data'),
        edge('list:result', 'each:items'),
        edge('each:item', 'double:data'),
        edge('double:result', 'each:loop_back'),
        edge('each:results', 'out:value'),
      ],
    )
  await compare(make, ['double'], [[1, 2, 3]])
  expect((await outputsOf('split', [1, 2, 3])).outputs).toEqual({ doubled: [2, 4, 6] })
})

test('returns the same for a node without connections to it, which starts with the call', async () => {
  const make = (path: string) =>
    graphOf(
      [
        hook(path),
        node('pick', 'json_transform', { expression: 'value' }),
        node('fixed', 'prompt_template', { template: 'always' }),
        node('a', 'output', { name: 'a' }),
        node('b', 'output', { name: 'b' }),
      ],
      [edge('in:body', 'pick:data'), edge('pick:result', 'a:value'), edge('fixed:output', 'b:value')],
    )
  await compare(make, ['pick', 'fixed'], [1])
  expect((await outputsOf('split', 1)).outputs).toEqual({ a: 1, b: 'always' })
})

const SECRET = 'correct horse battery staple'
const settings = { url: 'https://api.example/', auth: 'bearer', token: SECRET }

async function secretsOf(id: string) {
  const { secrets } = await service.services.workflows.get(id)
  return secrets === null ? {} : JSON.parse(service.services.vault.open(secrets, id))
}

test('keeps the secrets of moved nodes', async () => {
  const graph = graphOf([node('fetch', 'http_request', settings)], [])
  const saved = await ask('/workflows', { name: 'Whole', ...graph })
  const extraction = extractionOf(saved, new Set(['fetch']), service.services.catalogue)
  if (!extraction.ok) throw new Error(extraction.reason)
  expect(JSON.stringify(extraction.child)).not.toContain('correct horse')
  const lost = await ask('/workflows', { name: 'Without', ...extraction.child })
  expect(await secretsOf(lost.id)).toEqual({})
  const child = await ask(`/workflows?secrets_from=${saved.id}`, { name: 'Part', ...extraction.child })
  expect(await secretsOf(child.id)).toEqual(await secretsOf(saved.id))
  expect(Object.keys(await secretsOf(child.id))).toEqual(['fetch'])
})

/** The nodes of a workflow with `fetch`, as a page gets them, and the nodes that are left after its extraction. */
async function extracted(id: string, nodes: readonly WorkflowNode[]) {
  const extraction = extractionOf({ nodes, edges: [] }, new Set(['fetch']), service.services.catalogue)
  if (!extraction.ok) throw new Error(extraction.reason)
  const child = await ask(`/workflows?secrets_from=${id}`, { name: 'Part', ...extraction.child })
  return { child, left: extraction.replaced({ workflow: child.id, label: 'Part' }).graph }
}

test('undo restores the secrets of moved nodes after the workflow was saved', async () => {
  const saved = await ask('/workflows', { name: 'Whole', ...graphOf([node('fetch', 'http_request', settings)], []) })
  const before = await secretsOf(saved.id)
  const { left } = await extracted(saved.id, saved.nodes)
  await ask(`/workflows/${saved.id}`, left, 'PUT')
  await ask(`/workflows/${saved.id}`, { name: 'Renamed' }, 'PUT')
  expect(await secretsOf(saved.id)).toEqual({})
  await ask(`/workflows/${saved.id}`, { nodes: saved.nodes, edges: [] }, 'PUT')
  expect(await secretsOf(saved.id)).toEqual(before)
})

test('a placeholder of another secret finds none in earlier versions', async () => {
  const saved = await ask('/workflows', { name: 'Whole', ...graphOf([node('fetch', 'http_request', settings)], []) })
  await ask(`/workflows/${saved.id}`, { nodes: [], edges: [] }, 'PUT')
  const wrong = node('fetch', 'http_request', { ...settings, token: '__secret__:abcd' })
  await ask(`/workflows/${saved.id}`, { nodes: [wrong], edges: [] }, 'PUT')
  expect(await secretsOf(saved.id)).toEqual({})
})

test('secrets of a draft are copied with moved nodes, and undo restores them', async () => {
  const saved = await ask('/workflows', { name: 'Whole', nodes: [], edges: [] })
  const draft = `/workflows/${saved.id}/draft`
  const put = async (nodes: readonly unknown[], revision?: number) => {
    const payload = { workflow: { name: 'Whole', nodes, edges: [] }, base_revision: 1, revision }
    const { revision: next } = await ask(draft, payload, 'PUT')
    const answer = await service.app.inject({ url: `/api/v1${draft}`, headers: service.as('editor') })
    return { revision: next as number, nodes: answer.json().data.workflow.nodes as WorkflowNode[] }
  }
  const first = await put([node('fetch', 'http_request', settings)])
  expect(JSON.stringify(first.nodes)).toContain('__secret__:draft:')
  const { child, left } = await extracted(saved.id, first.nodes)
  expect(await secretsOf(child.id)).toEqual({ fetch: { '/token': SECRET } })

  // Undo restores the placeholder of the draft.
  const second = await put(left.nodes, first.revision)
  const third = await put(first.nodes, second.revision)
  const whole = await ask(`/workflows/${saved.id}`, { nodes: third.nodes, edges: [] }, 'PUT')
  expect(await secretsOf(whole.id)).toEqual({ fetch: { '/token': SECRET } })
})

test('undo restores the secrets of a draft after the workflow was saved and the draft is gone', async () => {
  const saved = await ask('/workflows', { name: 'Whole', nodes: [], edges: [] })
  const draft = `/workflows/${saved.id}/draft`
  const body = (nodes: readonly unknown[], revision?: number) => ({
    ...{ workflow: { name: 'Whole', nodes, edges: [] }, base_revision: 1, revision },
  })
  const { revision } = await ask(draft, body([node('fetch', 'http_request', settings)]), 'PUT')
  const headers = service.as('editor')
  const { nodes } = (await service.app.inject({ url: `/api/v1${draft}`, headers })).json().data.workflow
  const { left } = await extracted(saved.id, nodes)
  await ask(draft, body(left.nodes, revision), 'PUT')
  await ask(`/workflows/${saved.id}`, left, 'PUT')
  await service.app.inject({ method: 'DELETE', url: `/api/v1${draft}`, headers })
  const answer = await service.app.inject({
    ...{ method: 'PUT', url: `/api/v1/workflows/${saved.id}`, headers },
    payload: { nodes, edges: [] },
  })
  expect(answer.json().message).toBe('Workflow saved')
  expect(await secretsOf(saved.id)).toEqual({ fetch: { '/token': SECRET } })
})

test('rejects secrets of a workflow that does not exist', async () => {
  const url = '/api/v1/workflows?secrets_from=nothing'
  const answer = await service.app.inject({
    method: 'POST',
    url,
    headers: service.as('editor'),
    payload: { name: 'A' },
  })
  expect(answer.statusCode).toBe(404)
})
