import { Type } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  const named = Type.Object({ name: Type.String({ minLength: 1 }), size: Type.Optional(Type.Integer({ maximum: 9 })) })
  service = await testService({
    flags: ['--max-body-mib', '1'],
    routes: [
      sampleRoute(),
      sampleRoute({ operation: 'optional', path: '/optional', bodyOptional: true }),
      sampleRoute({ operation: 'named', path: '/named', body: named }),
      sampleRoute({ operation: 'yaml', path: '/yaml', yaml: (text) => ({ yaml: text }) }),
    ],
  })
})
afterAll(() => service[Symbol.asyncDispose]())

function post(path: string, payload: string | Buffer, type = 'application/json') {
  return service.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { 'content-type': type }, payload })
}

describe('JSON', () => {
  test('is accepted, also with a charset', async () => {
    expect((await post('/sample', '{"a":[1,"ü"]}')).json()).toEqual({ body: { a: [1, 'ü'] } })
    expect((await post('/sample', 'null', 'Application/JSON; charset=UTF-8')).json()).toEqual({ body: null })
  })

  test('with a syntax error is 400 and names the position', async () => {
    const answer = await post('/sample', '{"a": 1,\n "b": }')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The body is not JSON: expected value at position 15 (line 2, column 7).',
      code: 'VALIDATION_ERROR',
    })
  })

  test('may be nested 64 levels deep, but not deeper', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect((await post('/sample', nested(64))).statusCode).toBe(200)
    const answer = await post('/sample', nested(65))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The body is nested more than 64 levels deep.',
      code: 'VALIDATION_ERROR',
    })
  })

  test('may have 10,000 keys in one object, but not more, even if they are short', async () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join()}}`
    const nested = (count: number) => `{"a":[1,${keys(count)}],"b":${keys(10)}}`
    for (const text of [keys, nested]) {
      expect((await post('/sample', text(10_000))).statusCode).toBe(200)
      const answer = await post('/sample', text(10_001))
      expect(answer.statusCode).toBe(413)
      expect(answer.json()).toEqual({
        success: false,
        error: 'An object in the body has more than 10000 keys.',
        code: 'PAYLOAD_TOO_LARGE',
      })
    }
  })

  test('with a hundred thousand open brackets is rejected before it is parsed', async () => {
    expect((await post('/sample', '{"a":'.repeat(100_000))).json().error).toContain('64 levels')
  })

  test('may contain any brackets inside strings', async () => {
    const text = JSON.stringify({ a: '['.repeat(500), b: `\\"${'{'.repeat(500)}` })
    expect((await post('/sample', text)).json()).toEqual({ body: JSON.parse(text) })
  })

  test.each(['{"__proto__":{"admin":true}}', '{"a":[{"__proto__":1}]}', '{"\\u005f_proto__":1}'])(
    'with a key __proto__ is rejected: %s',
    async (text) => {
      const answer = await post('/sample', text)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error).toBe('The body must not contain a key named "__proto__".')
    },
  )

  test('may contain __proto__ in a value', async () => {
    expect((await post('/sample', '{"a":"__proto__"}')).json()).toEqual({ body: { a: '__proto__' } })
  })

  test('that is not UTF-8 is 400', async () => {
    const answer = await post('/sample', Buffer.from([0x22, 0xff, 0xfe, 0x22]))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('The body is not valid UTF-8.')
  })
})

describe('media types', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/yaml',
    'application/json; charset=latin1',
    'application/jsonx',
    'nonsense',
  ])('%s is 415', async (type) => {
    const answer = await post('/sample', '{}', type)
    expect(answer.statusCode).toBe(415)
    expect(answer.json().code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  test('a compressed body is 415', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await service.app.inject({ method: 'POST', url: '/api/v1/sample', headers, payload: 'x' })
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      { success: false, error: 'The body must not be compressed.', code: 'UNSUPPORTED_MEDIA_TYPE' },
    ])
  })

  test('a missing media type is 415', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/sample',
      payload: Buffer.from('{}'),
      headers: { 'content-type': '' },
    })
    expect(answer.statusCode).toBe(415)
  })

  test.each(['application/yaml', 'application/x-yaml', 'text/yaml'])(
    '%s is accepted if the route accepts YAML',
    async (type) => {
      expect((await post('/yaml', 'a: 1', type)).json()).toEqual({ body: { yaml: 'a: 1' } })
      expect((await post('/yaml', '{"a":1}')).json()).toEqual({ body: { a: 1 } })
    },
  )
})

describe('a missing body', () => {
  test('is 400 if the route needs one', async () => {
    const answer = await service.app.inject({ method: 'POST', url: '/api/v1/sample' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The request must have a JSON body.',
      code: 'VALIDATION_ERROR',
    })
  })

  test('is accepted if it is optional, with or without a media type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const answer = await service.app.inject({ method: 'POST', url: '/api/v1/optional', headers })
      expect(answer.json()).toEqual({})
    }
  })
})

describe('size', () => {
  test('a body of exactly the limit is accepted', async () => {
    const text = JSON.stringify('x'.repeat(2 ** 20 - 2))
    expect((await post('/sample', text)).statusCode).toBe(200)
  })

  test('a body of one byte more is 413', async () => {
    const answer = await post('/sample', JSON.stringify('x'.repeat(2 ** 20 - 1)))
    expect(answer.statusCode).toBe(413)
    expect(answer.headers.connection).toBe('close')
    expect(answer.json()).toEqual({
      success: false,
      error: 'The body is larger than 1 MiB.',
      code: 'PAYLOAD_TOO_LARGE',
    })
  })
})

describe('a body that does not match its schema', () => {
  test('is 422 and lists every issue', async () => {
    const answer = await post('/named', '{"name":"","size":10}')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The body is invalid: /name must not be empty (and 1 more).',
      code: 'VALIDATION_ERROR',
      details: [
        { code: 'INVALID_VALUE', message: 'must not be empty', path: '/name' },
        { code: 'INVALID_VALUE', message: 'must be at most 9', path: '/size' },
      ],
    })
  })

  test('is 422 if it is not an object', async () => {
    expect((await post('/named', '[]')).json()).toEqual({
      success: false,
      error: 'The body is invalid: it must be an object, is a list.',
      code: 'VALIDATION_ERROR',
      details: [{ code: 'INVALID_VALUE', message: 'must be an object, is a list', path: '' }],
    })
  })
})

test('launch inputs with a workflow may be as large as a body without one', async () => {
  await using own = await testService({
    flags: ['--max-body-mib', '8'],
    routes: [sampleRoute({ takesDocument: true, takesInputs: true })],
  })
  const send = (value: unknown) =>
    own.app.inject({
      method: 'POST',
      url: '/api/v1/sample',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(value),
    })
  const text = 'x'.repeat(2 ** 21)
  expect((await send({ workflow: [text, text], inputs: { a: 1 } })).statusCode).toBe(200)
  const answer = await send({ workflow: [text], inputs: { a: text } })
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({ error: 'The inputs are larger than 2 MiB.', code: 'PAYLOAD_TOO_LARGE' })
})
