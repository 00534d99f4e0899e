/** Webhooks whose workflow makes the response: `respond: output`. */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { edge, node } from './testing/hooked-workflow.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

/** A workflow whose outputs are the fields of the body that it is called with. */
async function saveHook(outputs: readonly string[], settings: object = {}) {
  const answer = await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/workflows', headers: service.as('editor') },
    payload: {
      name: 'Hooked',
      nodes: [
        node('in', 'webhook_trigger', { path: 'x', respond: 'output', ...settings }),
        ...outputs.flatMap((name) => [
          node(`get_${name}`, 'json_transform', { expression: name }),
          node(name, 'output', { name }),
        ]),
      ],
      edges: outputs.flatMap((name) => [
        edge('in:body', `get_${name}:data`),
        edge(`get_${name}:result`, `${name}:value`),
      ]),
    },
  })
  expect(answer.statusCode).toBe(201)
}

const call = (payload: object, headers: Readonly<Record<string, string>> = {}) =>
  service.app.inject({ method: 'POST', url: '/api/v1/hooks/x', payload, headers })

test('the outputs body, status and headers are the response', async () => {
  await saveHook(['body', 'status', 'headers'])
  const answer = await call({
    body: '<h1>Thank you</h1>',
    status: 201,
    headers: { 'Content-Type': 'text/html', location: '/thanks', 'X-Order': 7 },
  })
  expect([answer.statusCode, answer.body]).toEqual([201, '<h1>Thank you</h1>'])
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html', location: '/thanks', 'x-order': '7' })
})

test('text is sent as plain text, other values as JSON, and no output as an empty body', async () => {
  await saveHook(['body'])
  const got = async (body: unknown) => {
    const answer = await call({ body })
    return [answer.statusCode, answer.headers['content-type'], answer.body]
  }
  expect(await got('hello')).toEqual([200, 'text/plain; charset=utf-8', 'hello'])
  expect(await got({ a: [1, null] })).toEqual([200, 'application/json; charset=utf-8', '{"a":[1,null]}'])
  expect(await got(false)).toEqual([200, 'application/json; charset=utf-8', 'false'])
  expect(await got(null)).toEqual([200, 'text/plain; charset=utf-8', ''])
  const large = 'ü'.repeat(300_000)
  expect(await got(large)).toEqual([200, 'text/plain; charset=utf-8', large])
  const rows = Array.from({ length: 30_000 }, (_, at) => ({ at }))
  expect(await got(rows)).toEqual([200, 'application/json; charset=utf-8', JSON.stringify(rows)])
})

test('a status without a body has none', async () => {
  await saveHook(['body', 'status'])
  const answer = await call({ body: 'hello', status: 204 })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
})

test('a page of a workflow runs no scripts at the address of the service', async () => {
  await saveHook(['body', 'headers'])
  const { headers } = await call({ body: '<script>alert(1)</script>', headers: { 'content-type': 'text/html' } })
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(headers['x-content-type-options']).toBe('nosniff')
})

describe('a response that cannot be sent is 502 and names the output', () => {
  const NOT_OWN = 'The output "headers" has a header that workflows may not set: '
  test.each([
    [{ status: 199 }, 'The output "status" must be a whole number from 200 to 599.'],
    [{ status: 'many' }, 'The output "status" must be a whole number from 200 to 599.'],
    [{ headers: ['x-a'] }, 'The output "headers" must be an object with at most 50 headers.'],
    [{ headers: { 'Set-Cookie': 'millrace_session=x' } }, `${NOT_OWN}Set-Cookie.`],
    [{ headers: { 'Content-Security-Policy': "default-src 'self'" } }, `${NOT_OWN}Content-Security-Policy.`],
    [{ headers: { 'Access-Control-Allow-Origin': '*' } }, `${NOT_OWN}Access-Control-Allow-Origin.`],
    [{ headers: { 'X-Content-Type-Options': '' } }, `${NOT_OWN}X-Content-Type-Options.`],
    [{ headers: { 'X-Accel-Redirect': '/private/file' } }, `${NOT_OWN}X-Accel-Redirect.`],
    [{ headers: { 'X-Sendfile': '/etc/passwd' } }, `${NOT_OWN}X-Sendfile.`],
    [{ headers: { 'Content-Length': 1 } }, `${NOT_OWN}Content-Length.`],
    [
      { headers: { 'x-a': 'b\r\nset-cookie: c' } },
      'The header x-a in the output "headers" is not text that HTTP allows.',
    ],
    [{ headers: { 'x-a': {} } }, 'The header x-a in the output "headers" is not text that HTTP allows.'],
  ])('%j', async (body, error) => {
    await saveHook(['status', 'headers'])
    const answer = await call(body)
    expect([answer.statusCode, answer.json()]).toEqual([502, { success: false, error, code: 'UPSTREAM_FAILED' }])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

test('an execution that fails is 502', async () => {
  const nodes = [
    node('in', 'webhook_trigger', { path: 'x', respond: 'output' }),
    node('end', 'end', { variant: 'exit', status: 'failed' }),
  ]
  await service.app.inject({
    ...{ method: 'POST', url: '/api/v1/workflows', headers: service.as('editor') },
    payload: { name: 'Fails', nodes, edges: [edge('in:body', 'end:value')] },
  })
  const answer = await call({})
  expect([answer.statusCode, answer.json().error]).toEqual([502, 'The execution did not complete.'])
})

test('the challenge of Slack is repeated and starts nothing, if it is signed', async () => {
  const secret = 'signing secret'
  await saveHook([], { auth: 'slack', secret, respond: 'accepted' })
  const payload = { type: 'url_verification', challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' }
  const time = String(Math.floor(service.clock.now() / 1000))
  const signed = createHmac('sha256', secret)
    .update(`v0:${time}:${JSON.stringify(payload)}`)
    .digest('hex')
  const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signed}` }
  const answer = await call(payload, headers)
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    payload.challenge,
  ])
  expect((await call(payload)).statusCode).toBe(401)
  expect((await service.services.store.executions.list({ limit: 1, offset: 0 })).total).toBe(0)
})
