import { type HttpCall, Retryable } from '@millrace/model'
import { expect, test } from 'vitest'
import { driveNode, failure, type NodeDrive, outputs, text } from '../testing/drive-node.ts'
import type from '../types/agentspec.api-node.ts'
import { policyOf } from './http-call.ts'

const api = (more: object, outs = [{ title: 'response' }] as object[]): NodeDrive => ({
  type,
  node: { kind: 'api', url: 'https://a.test/{{x}}', inputs: [text('x')], outputs: outs, ...more },
  inputs: { x: '1' },
})

test('URL-encodes values in the path and outputs the keys of the response', async () => {
  const drive = api({ queryParams: { q: '{{x}}' } }, [{ title: 'name' }, { title: 'status_code' }])
  const driven = await driveNode({ ...drive, inputs: { x: 'a b/c' }, http: () => ({ body: '{"name":"Tom"}' }) })
  expect(driven.end).toEqual({ name: 'Tom', status_code: 200 })
  expect(driven.done).toEqual(['http:GET https://a.test/a%20b%2Fc?q=a+b%2Fc'])
})

test('sends data as JSON, or as a form if the header requests it', async () => {
  const sent: unknown[] = []
  const http = ({ body, headers }: HttpCall) => {
    sent.push(body, headers)
    return { body: '{}' }
  }
  await outputs({ ...api({ httpMethod: 'post', data: { n: '{{x}}', list: ['{{x}}'] } }), http })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await outputs({
    ...api({ httpMethod: 'POST', data: { n: '{{x}}' }, headers: form }),
    inputs: { x: 'a b' },
    http,
  })
  expect(sent).toEqual([
    '{"n":"1","list":["1"]}',
    { 'idempotency-key': 'key:1', 'content-type': 'application/json' },
    'n=a+b',
    { 'idempotency-key': 'key:1', ...form },
  ])
})

test('fails for an error status after the retries of the policy', async () => {
  const retryPolicy = { max_attempts: 2, initial_retry_delay: 0.001 }
  const attempts: unknown[] = []
  const http = (status: number) => (call: HttpCall) => {
    attempts.push(call.headers?.['x-attempt'])
    return { status }
  }
  const driven = await driveNode({ ...api({ retryPolicy }), http: http(503) })
  expect(driven.end).toMatchObject({ code: 'HTTP_STATUS' })
  expect(attempts.splice(0)).toEqual(['1', '2', '3'])
  expect((await driveNode({ ...api({}), http: http(503) })).done).toHaveLength(1)
  expect((await driveNode({ ...api({ retryPolicy }), http: http(404) })).done).toHaveLength(1)
})

test('retries a lost connection according to the policy', async () => {
  let calls = 0
  const http = () => {
    calls += 1
    if (calls < 3) throw new Retryable('The connection was lost.')
    return { body: '"well"' }
  }
  const retryPolicy = { max_attempts: 2, initial_retry_delay: 0.001 }
  expect(await outputs({ ...api({ retryPolicy }), http })).toEqual({ response: 'well' })
  calls = 0
  expect(await failure({ ...api({}), http })).toMatchObject({ message: 'The connection was lost.' })
})

test('limits the retries and delays of a policy', () => {
  const policy = policyOf({ initial_retry_delay: 1, max_retry_delay: 8, backoff_factor: 2, max_attempts: 99 })
  expect([0, 1, 5].map((retry) => policy.delayMs(retry))).toEqual([1000, 2000, 8000])
  expect(policy.retries).toBe(10)
  expect([409, 429, 500, 501, 404].map((status) => policy.isPassing(status))).toEqual([true, true, true, false, false])
  expect(policyOf({ recoverable_statuses: { 404: ['x'] }, service_error_retry_on_any_5xx: false })).toMatchObject({
    retries: 2,
  })
  expect(policyOf(undefined).retries).toBe(0)
})

test('enforces the allow list and sends no secrets to a host from an input', async () => {
  const urlAllowList = ['https://a.test/public/']
  expect(await failure(api({ urlAllowList }))).toMatchObject({ code: 'URL_NOT_ALLOWED' })
  const open = { url: 'https://{{x}}/', sensitiveHeaders: { Authorization: 'Bearer s' } }
  const evil = { inputs: { x: 'evil.test' } }
  expect(await failure({ ...api(open), ...evil })).toMatchObject({ code: 'URL_NOT_ALLOWED' })
  expect(await failure({ ...api({ ...open, urlAllowList }), ...evil })).toMatchObject({ code: 'URL_NOT_ALLOWED' })
  expect(await failure(api({ sensitiveHeaders: { $component_ref: 'api.sensitive_headers' } }))).toMatchObject({
    code: 'SECRET_MISSING',
  })
})
