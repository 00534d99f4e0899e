import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

async function request(payload: object) {
  const reply = await service.app.inject({
    method: 'POST',
    url: '/api/v1/expressions/preview',
    headers: service.as('viewer'),
    payload,
  })
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}

function preview(text: string, scope?: object) {
  return request({ text, ...(scope && { scope }) })
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

describe('a preview of a JSONata expression', () => {
  const expression = (text: string, data?: unknown) => request({ kind: 'expression', text, data })

  test('has the value over any data, lists included', async () => {
    expect(await expression('$sum(lines.price)', { lines: [{ price: 2 }, { price: 3 }] })).toEqual({ value: 5 })
    expect(await expression('$[0].id', [{ id: 7 }])).toEqual({ value: 7 })
    expect(await expression('customer.name', {})).toEqual({ value: null })
    expect(await expression('$exists($)')).toMatchObject({ value: expect.any(Boolean) })
    expect(await expression('{{ a }}', {})).toMatchObject({ error: { code: 'EXPRESSION_FAILED' } })
  })

  test('has the error of a run with its position', async () => {
    expect(await expression('total + ', {})).toMatchObject({ error: { code: 'EXPRESSION_FAILED', position: 8 } })
    expect(await expression('1 + "a"', {})).toMatchObject({
      error: { code: 'EXPRESSION_FAILED', message: expect.not.stringContaining('at character'), position: 3 },
    })
  })
})

describe('a preview of a Liquid template', () => {
  const template = (text: string, data?: unknown, strict?: boolean) =>
    request({ kind: 'template', text, data, ...(strict && { strict }) })

  test('has the text, with filters and tags', async () => {
    const data = { customer: { name: 'Ada' }, tags: ['a', 'b'] }
    expect(await template('Dear {{ customer.name | upcase }}', data)).toEqual({ value: 'Dear ADA' })
    expect(await template('{% for tag in tags %}<{{ tag }}>{% endfor %}', data)).toEqual({ value: '<a><b>' })
    expect(await template('plain')).toEqual({ value: 'plain' })
  })

  test('lists the variables without a value, which are an error in strict mode', async () => {
    expect(await template('Hi {{ name }}!', {})).toEqual({ value: 'Hi !', missing: ['name'] })
    expect(await template('Hi {{ name }}!', {}, true)).toEqual({
      error: { code: 'MISSING_VARIABLES', message: 'Missing template variables: name.' },
      missing: ['name'],
    })
  })

  test.each([
    ['Hi\n  {{ name | nope }}', 5],
    ['Hi\n{% if a %}', 3],
    ['{{ a', 0],
  ])('of %j has the error of a run and its position', async (text, position) => {
    const { error } = await template(text, { name: 'Ada' })
    expect(error).toMatchObject({ code: 'TEMPLATE_FAILED', message: expect.not.stringContaining('line:'), position })
  })

  test('that takes too long ends with an error', async () => {
    const loop = '{% for a in (1..9999) %}{% for b in (1..9999) %}{% assign c = b %}{% endfor %}{% endfor %}'
    expect(await template(loop, {})).toMatchObject({
      error: { code: expect.stringMatching(/TIMED_OUT|TEMPLATE_FAILED/) },
    })
  })
})

test('data of any kind never fails the request', async () => {
  for (const data of [null, 7, 'text', [], [[[]]], { __proto__: null, constructor: 1 }]) {
    for (const kind of ['expression', 'template'])
      expect(await request({ kind, text: 'a', data })).toHaveProperty('value')
  }
})
