/** Saving an exported and edited document keeps the secrets of the workflow. */
import type { Workflow } from '@millrace/model'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { drawn, node } from '../triggers/testing/hooked-workflow.ts'

const SECRET = 'correct horse battery staple'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

async function send(method: 'POST' | 'PUT', path: string, payload: object | string, type = 'application/json') {
  const headers = { ...service.as('editor'), 'content-type': type }
  const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers, payload })
  return { status: answer.statusCode, ...answer.json<{ data: Workflow; message: string }>() }
}

const save = () =>
  send('POST', '/workflows', { name: 'Hooked', ...drawn({ path: 'orders', auth: 'token', secret: SECRET }) })

async function exported(id: string, format = 'json'): Promise<string> {
  const url = `/api/v1/workflows/${id}/export?format=${format}`
  return (await service.app.inject({ url, headers: service.as('viewer') })).body
}

/** The status of a webhook call with the secret. */
async function hook(): Promise<number> {
  const headers = { authorization: `Bearer ${SECRET}` }
  return (await service.app.inject({ method: 'POST', url: '/api/v1/hooks/orders', headers, payload: {} })).statusCode
}

async function secretsOf(id: string): Promise<unknown> {
  const { secrets } = await service.services.workflows.get(id)
  return secrets === null ? {} : JSON.parse(service.services.vault.open(secrets, id))
}

describe('an export that is saved again', () => {
  test.each([
    ['json', 'application/json'],
    ['yaml', 'application/yaml'],
  ])('keeps the secrets of the workflow, and the reply reports it: %s', async (format, type) => {
    const { data } = await save()
    expect(await hook()).toBe(202)
    const text = await exported(data.id, format)
    expect(text).not.toContain('secret__')
    const { status, message, data: again } = await send('PUT', `/workflows/${data.id}`, text, type)
    expect(status).toBe(200)
    expect(message).toBe('Workflow saved. 1 stored secret that the request left out was kept.')
    expect(again.nodes).toEqual(data.nodes)
    expect(await hook()).toBe(202)
  })

  test('keeps them when other settings were changed meanwhile', async () => {
    const { data } = await save()
    const text = (await exported(data.id)).replace('"orders"', '"orders/new"')
    await send('PUT', `/workflows/${data.id}`, text)
    expect(await secretsOf(data.id)).toEqual({ in: { '/secret': SECRET } })
  })

  test('a save without nodes keeps the secrets and does not mention them', async () => {
    const { data } = await save()
    expect((await send('PUT', `/workflows/${data.id}`, { name: 'Renamed' })).message).toBe('Workflow saved')
    expect((await send('PUT', `/workflows/${data.id}`, { nodes: data.nodes })).message).toBe('Workflow saved')
    expect(await hook()).toBe(202)
  })
})

describe('a secret is removed', () => {
  const REMOVED = 'Workflow saved. 1 stored secret was removed.'

  test.each([
    ['by null', node('in', 'webhook_trigger', { path: 'orders', auth: 'token', secret: null })],
    ['by an empty text', node('in', 'webhook_trigger', { path: 'orders', auth: 'token', secret: '' })],
    ['with its node', node('other', 'webhook_trigger', { path: 'orders', auth: 'token' })],
    ['with the type of its node', node('in', 'text_input', { defaultValue: 'x' })],
  ])('%s', async (_, changed) => {
    const { data } = await save()
    const { message, data: after } = await send('PUT', `/workflows/${data.id}`, { nodes: [changed], edges: [] })
    expect(message).toBe(REMOVED)
    expect(await secretsOf(data.id)).toEqual({})
    expect(JSON.stringify(after)).not.toContain('__secret__')
    expect(after.nodes[0]?.data?.config).not.toHaveProperty('secret', null)
    expect(await hook()).not.toBe(202)
  })

  test('and is restored with the version that had it', async () => {
    const { data } = await save()
    await send('PUT', `/workflows/${data.id}`, { nodes: [], edges: [] })
    await send('POST', `/workflows/${data.id}/versions/1/restore`, {})
    expect(await hook()).toBe(202)
  })
})

test('a new workflow created from an export has no secrets', async () => {
  const { data } = await save()
  const { data: copy } = await send('POST', '/workflows/import', await exported(data.id))
  expect(await secretsOf(copy.id)).toEqual({})
})
