import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function preview(text: string, scope?: object) {
  const reply = await service.app.inject({
    method: 'POST',
    url: '/api/v1/expressions/preview',
    headers: service.as('viewer'),
    payload: { text, ...(scope && { scope }) },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}

test('a preview has the value of the text', async () => {
  const scope = {
    inputs: { body: { id: 7 } },
    nodes: { fetch: { json: { items: [{ price: 2 }, { price: 3 }] } } },
    launch: { start: { who: 'Ada' } },
    execution: { id: 'e' },
    workflow: { name: 'Orders' },
  }
  expect(await preview('{{ body.id }}', scope)).toEqual({ value: 7 })
  expect(await preview('/orders/{{ body.id }}?by={{ launch.start.who }}', scope)).toEqual({ value: '/orders/7?by=Ada' })
  expect(await preview('{{ $sum(nodes.fetch.json.items.price) }}', scope)).toEqual({ value: 5 })
  expect(await preview('{{ workflow.name }}-{{ execution.id }}', scope)).toEqual({ value: 'Orders-e' })
  expect(await preview('{{ nodes.other.json }}', scope)).toEqual({ value: null })
  expect(await preview('plain')).toEqual({ value: 'plain' })
  expect(await preview('{{ now }}')).toEqual({ value: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) })
})

test('a preview of a wrong text has the error and its position in the text', async () => {
  expect(await preview('id: {{ body.id')).toMatchObject({ error: { code: 'BAD_EXPRESSION', position: 4 } })
  expect(await preview('id: {{ 1 + }}')).toMatchObject({ error: { code: 'EXPRESSION_FAILED', position: 11 } })
  expect(await preview('id: {{ "a" + 1 }}')).toMatchObject({
    error: { code: 'EXPRESSION_FAILED', message: expect.stringContaining('number'), position: expect.any(Number) },
  })
})

test('a preview that takes too long ends with an error', async () => {
  const endless = '{{ ($f := function($n) { $n = 0 ? 0 : $f($n - 1) + $f($n - 1) }; $f(60)) }}'
  expect(await preview(endless)).toMatchObject({ error: { code: 'TIMED_OUT' } })
})

test('a text above the limit is rejected', async () => {
  const reply = await service.app.inject({
    method: 'POST',
    url: '/api/v1/expressions/preview',
    headers: service.as('viewer'),
    payload: { text: 'x'.repeat(70_000) },
  })
  expect(reply.statusCode).toBe(422)
})
