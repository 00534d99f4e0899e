/** The project in replies about workflows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
  await call('POST', '/projects', { name: 'Sales' })
})
afterAll(() => service[Symbol.asyncDispose]())

async function call(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers: object = {}) {
  const own = { ...service.as('admin'), ...headers }
  return service.app.inject({ method, url: `/api/v1${path}`, headers: own, ...(payload && { payload }) })
}

test('every reply with a workflow names its project, and a save does not change it', async () => {
  const created = await call('POST', '/workflows?project=sales', { name: 'Hello', project: 'default' })
  const { id, project } = created.json().data
  expect(project).toBe('sales')
  for (const types of ['copied', 'referenced']) {
    const read = await call('GET', `/workflows/${id}?types=${types}`)
    expect(read.json().data.project).toBe('sales')
    expect(read.body.match(/"project":/g)).toHaveLength(1)
    const [listed] = (await call('GET', `/workflows?project=sales&types=${types}`)).json().data
    expect(listed.project).toBe('sales')
  }
  const saved = await call('PUT', `/workflows/${id}`, { name: 'Hello again', project: 'default' })
  expect(saved.json().data.project).toBe('sales')
  expect((await call('POST', `/workflows/${id}/publish`, {})).json().data?.project ?? 'sales').toBe('sales')
})

test.each(['copied', 'referenced'])('a move changes the ETag of a workflow with %s types', async (types) => {
  const { id } = (await call('POST', '/workflows', { name: 'Moved' })).json().data
  const path = `/workflows/${id}?types=${types}`
  const first = await call('GET', path)
  expect(first.json().data.project).toBe('default')
  for (const project of ['sales', 'default']) {
    const { etag } = (await call('GET', path)).headers
    expect((await call('GET', path, undefined, { 'if-none-match': etag })).statusCode).toBe(304)
    await call('POST', `/workflows/${id}/move`, { project })
    const moved = await call('GET', path, undefined, { 'if-none-match': etag })
    expect([moved.statusCode, moved.json().data.project]).toEqual([200, project])
  }
})
