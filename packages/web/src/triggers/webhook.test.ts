import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import {
  bodyIn,
  bodyText,
  isEmptyCall,
  isTooLarge,
  pairsIn,
  pairsText,
  type TestCall,
  testCallOf,
} from './test-call.ts'
import { addressesOf, curlOf, webhookSettings } from './webhook-address.ts'

const CALL: TestCall = {
  body: { a: "it's" },
  headers: { 'X-Shop': '$HOME' },
  query: { q: ['1', 'two words'] },
  method: 'PUT',
}
const settings = (change: object = {}) => ({ path: 'orders/new', method: 'POST', auth: 'none', ...change })

test('the addresses follow the path of the node and the address of the service', () => {
  expect(webhookSettings({ path: 'orders/new/', method: '' })).toEqual(settings())
  expect([webhookSettings({}), webhookSettings({ path: '../x' })]).toEqual([undefined, undefined])
  expect(addressesOf(settings(), '/api/v1', 'http://host:7410/web/#/workflows/1')).toEqual({
    test: 'http://host:7410/api/v1/hooks-test/orders/new',
    live: 'http://host:7410/api/v1/hooks/orders/new',
  })
})

/** The arguments that a shell passes to curl for a command. */
function argumentsOf(command: string, secret = 'hush'): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-curl-'))
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor one in "$@"; do printf "%s\\0" "$one"; done\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, WEBHOOK_SECRET: secret }
  return execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('the curl command passes the test call unchanged through a shell, and never contains the secret', () => {
  const command = curlOf('http://h/hooks/o', settings({ auth: 'token', method: 'ANY' }), CALL)
  expect(command).not.toContain('hush')
  expect(argumentsOf(command)).toEqual([
    ...['-X', 'PUT', 'http://h/hooks/o?q=1&q=two+words', '-H', 'X-API-Key: hush', '-H', 'X-Shop: $HOME'],
    ...['-H', 'Content-Type: application/json', '--data-raw', '{"a":"it\'s"}'],
  ])
})

test('the curl command signs the body', () => {
  const args = argumentsOf(curlOf('http://h', settings({ auth: 'hmac' }), { ...CALL, headers: {}, query: {} }))
  const signature = createHmac('sha256', 'hush').update('{"a":"it\'s"}').digest('hex')
  expect(args).toContain(`X-Signature: sha256=${signature}`)
})

test.each([
  ['gitlab', 'hush'],
  ['slack', 'hush'],
  ['stripe', 'hush'],
  ['standard', `whsec_${Buffer.from([0, 10, 255, 32, 7]).toString('base64')}`],
])('the curl command authenticates as %s', (auth, secret) => {
  const args = argumentsOf(curlOf('http://h', settings({ auth }), { ...CALL, headers: {}, query: {} }), secret)
  const headers = Object.fromEntries(
    args.flatMap((one, at) => (args[at - 1] === '-H' ? [one.split(': ') as [string, string]] : [])),
  )
  const body = '{"a":"it\'s"}'
  const time =
    headers['Webhook-Timestamp'] ??
    headers['X-Slack-Request-Timestamp'] ??
    /t=(\d+)/.exec(headers['Stripe-Signature'] ?? '')?.[1]
  const hex = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const base64 = createHmac('sha256', key).update(`test_${time}.${time}.${body}`).digest('base64')
  const { 'Content-Type': _, ...own } = headers
  expect(own).toEqual(
    {
      gitlab: { 'X-Gitlab-Token': secret },
      slack: { 'X-Slack-Request-Timestamp': time, 'X-Slack-Signature': `v0=${hex(`v0:${time}:${body}`)}` },
      stripe: { 'Stripe-Signature': `t=${time},v1=${hex(`${time}.${body}`)}` },
      standard: { 'Webhook-Id': `test_${time}`, 'Webhook-Timestamp': time, 'Webhook-Signature': `v1,${base64}` },
    }[auth],
  )
})

test('a call without a body sends none, and a node without a test call sends a sample', () => {
  expect(argumentsOf(curlOf('http://h', settings({ method: 'GET' }), undefined))).toEqual(['-X', 'GET', 'http://h'])
  expect(curlOf('http://h', settings(), undefined)).toContain('{"hello":"world"}')
  expect(argumentsOf(curlOf('http://h', settings(), { ...CALL, body: 'text', headers: {}, query: {} }))).toContain(
    'text',
  )
})

test.each([null, 'plain text', '7', '"quoted"', 7, true, { a: [1] }])('the body %j survives editing', (body) => {
  expect(bodyIn(bodyText(body))).toEqual(body)
})

test('headers and query survive editing, also repeated ones', () => {
  const pairs = { 'x-shop': 'north: 1', tag: ['a', 'b'], empty: '' }
  expect(pairsIn(pairsText(pairs))).toEqual(pairs)
  expect(pairsIn('\n  a = 1 \n__proto__: x\n')).toEqual(JSON.parse('{"a":"1","__proto__":"x"}'))
})

test('reads the test call from the pinned outputs', () => {
  const node = (pins?: object) =>
    ({ id: 'w', data: { extensions: pins && { 'millrace:pinned': pins } } }) as unknown as WorkflowNode
  expect(testCallOf(node(), 'POST')).toBeUndefined()
  const empty = { body: null, headers: {}, query: {}, method: 'GET' }
  expect(testCallOf(node({ headers: 'odd' }), 'GET')).toEqual(empty)
  expect([isEmptyCall(empty), isEmptyCall(CALL)]).toEqual([true, false])
  expect([isTooLarge(CALL), isTooLarge({ ...CALL, body: 'x'.repeat(300_000) })]).toEqual([false, true])
})
