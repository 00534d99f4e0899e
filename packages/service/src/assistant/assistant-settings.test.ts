import type { NewAssistantSettings } from '@millrace/model'
import { expect, test } from 'vitest'
import { keyValuesFor } from '../effects/key-value-adapter.ts'
import { createKeyValues } from '../effects/key-values.ts'
import { startModelServer } from '../effects/testing/model-server.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from '../workflows/example.ts'

const PATH = '/api/v1/assistant/settings'

function api(service: TestService) {
  const as = { headers: service.as('admin') }
  return {
    async get() {
      return (await service.app.inject({ method: 'GET', url: PATH, ...as })).json().data
    },
    async set(payload: NewAssistantSettings) {
      const answer = await service.app.inject({ method: 'PUT', url: PATH, ...as, payload })
      return { status: answer.statusCode, ...answer.json() }
    },
    async connect(name: string, baseUrl: string): Promise<string> {
      const payload = { name, provider: 'openai_compatible', baseUrl }
      const answer = await service.app.inject({ method: 'POST', url: '/api/v1/connections', ...as, payload })
      return answer.json().data.id
    },
    async say(message: string) {
      const created = { name: 'Hello', ...exampleGraph }
      const workflow = await service.app.inject({ method: 'POST', url: '/api/v1/workflows', ...as, payload: created })
      const url = `/api/v1/workflows/${workflow.json().data.id}/chat/messages`
      const answer = await service.app.inject({ method: 'POST', url, ...as, payload: { message, workflowState: null } })
      return answer.json().data
    },
  }
}

const RULES = { source: 'rules', provider: null, connection: null, model: null }

test('without a choice and without start options the rules answer', async () => {
  await using service = await testService()
  expect(await api(service).get()).toEqual({ mode: 'default', connection: null, model: null, effective: RULES })
})

test('a chosen model answers from the next message on, and the choice survives as long as it is not changed', async () => {
  await using service = await testService()
  const server = await startModelServer()
  const { connect, get, set, say } = api(service)
  const id = await connect('Local', server.baseUrl)
  expect((await say('list nodes')).source).toBe('rules')
  const changed = await set({ mode: 'model', connection: 'local', model: ' qwen ' })
  const effective = { source: 'model', provider: 'openai_compatible', connection: 'Local', model: 'qwen' }
  expect(changed).toMatchObject({ status: 200, data: { mode: 'model', connection: id, model: 'qwen', effective } })
  expect((await get()).effective).toEqual(effective)
  server.script('Hello from the model.')
  expect(await say('hello')).toMatchObject({ source: 'model', content: 'Hello from the model.' })
  expect(server.requests[0]?.body.model).toBe('qwen')
  await set({ mode: 'rules' })
  expect((await say('list nodes')).source).toBe('rules')
  await server.close()
})

test('the choice wins over the start options, and the mode "default" goes back to them', async () => {
  const server = await startModelServer()
  const flags = ['--assistant-provider', 'ollama', '--assistant-model', 'started', '--ollama-base-url', server.baseUrl]
  await using service = await testService({ flags })
  const { connect, get, set, say } = api(service)
  const started = { source: 'model', provider: 'ollama', connection: null, model: 'started' }
  expect((await get()).effective).toEqual(started)
  await connect('Local', server.baseUrl)
  await set({ mode: 'model', connection: 'Local', model: 'chosen' })
  await say('hello')
  await set({ mode: 'rules' })
  expect((await get()).effective).toEqual(RULES)
  await set({ mode: 'default' })
  expect((await get()).effective).toEqual(started)
  await say('hello')
  expect(server.requests.map(({ body }) => body.model)).toEqual(['chosen', 'started'])
  await server.close()
})

test('a connection that was deleted is shown by its id, and the rules answer with a note', async () => {
  await using service = await testService()
  const { connect, get, set, say } = api(service)
  const id = await connect('Local', 'http://127.0.0.1:9/v1')
  await set({ mode: 'model', connection: id, model: 'm' })
  const url = `/api/v1/connections/${id}`
  await service.app.inject({ method: 'DELETE', url, headers: service.as('admin') })
  expect((await get()).effective).toEqual({ source: 'model', provider: null, connection: id, model: 'm' })
  expect(await say('list nodes')).toMatchObject({ source: 'rules', content: expect.stringContaining(id) })
})

test.each<[string, NewAssistantSettings, number]>([
  ['a model without a connection', { mode: 'model', model: 'm' }, 422],
  ['a connection that does not exist', { mode: 'model', connection: 'none', model: 'm' }, 404],
])('rejects %s', async (_, settings, status) => {
  await using service = await testService()
  const { get, set } = api(service)
  expect((await set(settings)).status).toBe(status)
  expect((await get()).mode).toBe('default')
})

test.each(['viewer', 'operator', 'editor'] as const)('a %s may neither read nor change it', async (role) => {
  await using service = await testService()
  const headers = service.as(role)
  const put = { method: 'PUT', url: PATH, headers, payload: { mode: 'rules' } } as const
  const answers = [await service.app.inject({ method: 'GET', url: PATH, headers }), await service.app.inject(put)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
})

test('is stored under a namespace that no node may name', async () => {
  await using service = await testService()
  await api(service).set({ mode: 'rules' })
  const { keyValues } = service.services.store
  const namespace = 'millrace settings'.padEnd(101, '.')
  expect(await keyValues.get(namespace, 'assistant')).toEqual({ mode: 'rules' })
  const ofNodes = createKeyValues(keyValuesFor(keyValues, service.clock))(new AbortController().signal)
  await expect(ofNodes.get(namespace, 'assistant')).rejects.toThrow('longer than 100 characters')
})
