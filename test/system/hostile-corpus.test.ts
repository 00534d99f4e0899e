/** Hostile requests that are always asked: broken HTTP, bad credentials, sizes, and what the fuzzer has found before. */
import { afterAll, describe, expect, test } from 'vitest'
import { fuzzService } from './support/fuzz-service.ts'
import { refusalProblem, verdictOn } from './support/judge.ts'
import { operationsOf } from './support/operations.ts'
import { exchange } from './support/raw-http.ts'
import { rawRequests } from './support/raw-requests.ts'

const fuzz = await fuzzService()
const operations = operationsOf(fuzz.document)
const { admin = {} } = fuzz.world.credentials

afterAll(async () => {
  await fuzz[Symbol.asyncDispose]()
})

/** The path of an operation with parameters that lead nowhere. */
function pathOf(path: string): string {
  return path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
}

async function ask(url: string, payload: string | Buffer, type = 'application/json') {
  const headers = { ...admin, 'content-type': type }
  const answer = await fuzz.send({ method: 'POST', url: `/api/v1${url}`, headers, payload: Buffer.from(payload) })
  const operation = operations.find((one) => one.method === 'POST' && one.path === `/api/v1${url}`)
  expect(verdictOn(answer, operation, 'POST')).toBeUndefined()
  return answer.status
}

describe('on a connection', async () => {
  await fuzz.service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = fuzz.service.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const requests = Object.entries(rawRequests(`Authorization: ${admin.authorization}`))

  test.each(requests)('%s is answered in the common form, or not at all', async (_, { bytes, answers: expected }) => {
    const before = fuzz.watch.version()
    const answers = await exchange(port, Buffer.from(bytes, 'latin1'))
    expect(answers.map((answer) => answer.status)).toEqual(
      expected.map((one) => (typeof one === 'number' ? one : expect.toSatisfy((status) => one.includes(status)))),
    )
    for (const { status, text } of answers) {
      if (status >= 400) expect(refusalProblem(JSON.parse(text), status), text).toBeUndefined()
    }
    expect(fuzz.watch.version()).toBe(before)
  })
})

describe('HEAD and OPTIONS', () => {
  // A stream would not end, exports are sent in pieces of unknown length, and a callback must not be used up by a look.
  const others = new Set(['/api/v1/audit/export', '/api/v1/usage/export', '/oauth2/callback'])
  const looks = operations.filter(
    ({ method, declared, path }) =>
      method === 'GET' &&
      !others.has(path) &&
      (path.includes('{') || !declared.get(200)?.types.includes('text/event-stream')),
  )
  test.each(looks.map((operation) => [operation.path, operation] as const))(
    'HEAD %s has the headers of GET and no body',
    async (_, { path }) => {
      const [get, head] = [
        await fuzz.send({ method: 'GET', url: pathOf(path), headers: admin }),
        await fuzz.send({ method: 'HEAD', url: pathOf(path), headers: admin }),
      ]
      const { date: _date, 'x-request-id': _id, 'content-length': length, ...rest } = get.headers
      expect(head.text).toBe('')
      expect([head.status, head.headers]).toMatchObject([get.status, rest])
      // The uptime and the time in some bodies may take another digit from one to the next.
      expect(Math.abs(Number(head.headers['content-length']) - Number(length))).toBeLessThan(5)
    },
  )

  test('OPTIONS of every path lists exactly the methods that it has', async () => {
    for (const path of Object.keys(fuzz.document.paths)) {
      const methods = operations.filter((one) => matches(one.path, path)).map((one) => one.method)
      const wanted = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])
      const { status, headers, text } = await fuzz.send({ method: 'OPTIONS', url: pathOf(path) })
      expect([path, status, headers.allow, text]).toEqual([path, 204, [...wanted].sort().join(', '), ''])
    }
  })
})

/** Whether a template serves the address that another template is filled into. */
function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`).test(
    pathOf(path),
  )
}

describe('invalid credentials', () => {
  const bad: Record<string, Record<string, string>> = {
    'no credential': {},
    'an empty bearer': { authorization: 'Bearer ' },
    'a token of another place': { authorization: `Bearer mrt_${'A'.repeat(43)}` },
    'an unsigned JWT': { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.' },
    'a very long token': { authorization: `Bearer ${'x'.repeat(10_000)}` },
    'a key of odd characters': { 'x-api-key': "' OR 1=1 --\x80" },
    'a cookie of odd characters': { cookie: 'millrace_session=\x80\xff; millrace_session=' },
    'a good cookie behind a bad token': { ...fuzz.world.credentials.session, authorization: 'Bearer nonsense' },
  }

  test.each(Object.entries(bad))('%s opens nothing and changes nothing', async (_, headers) => {
    const before = fuzz.watch.fingerprint()
    for (const operation of operations.filter(({ isOpen }) => !isOpen)) {
      const answer = await fuzz.send({ method: operation.method, url: pathOf(operation.path), headers })
      expect([operation.id, answer.status, verdictOn(answer, operation, operation.method)]).toEqual([
        operation.id,
        401,
        undefined,
      ])
    }
    expect(fuzz.watch.fingerprint()).toBe(before)
  })
})

describe('sizes', () => {
  const workflow = (changes: object) =>
    JSON.stringify({
      id: '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10',
      name: 'a',
      nodes: [],
      edges: [],
      metadata: {},
      ...changes,
    })
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))

  test.each<[string, string, string, number]>([
    ['a body just over the limit', '/workflows', `{"name":"${'x'.repeat(2 ** 20)}"}`, 413],
    ['64 levels', '/workflows', `{"name":"a","x":${'['.repeat(63)}${']'.repeat(63)}}`, 201],
    ['65 levels', '/workflows', `{"name":"a","x":${'['.repeat(64)}${']'.repeat(64)}}`, 400],
    ['nothing but brackets', '/workflows', '['.repeat(2 ** 20 - 1), 400],
    ['nothing but spaces', '/workflows', ' '.repeat(2 ** 20 - 1), 400],
    ['a long text in broken JSON', '/workflows', `{"a":"${'x'.repeat(1_000_000)}" oops}`, 400],
    ['a long number', '/workflows', '1'.repeat(2 ** 20 - 1), 422],
    [
      'a number beyond all numbers',
      '/workflows',
      '{"name":"a","revision":1e400,"nodes":[{"id":"a","position":{"x":1e400,"y":0}}]}',
      422,
    ],
    ['ten thousand faults', '/workflows', JSON.stringify({ name: 'a', nodes: Array(10_000).fill(0) }), 422],
    [
      'a node of one long name with many faults',
      '/workflows/validate',
      workflow({
        nodes: [{ id: 'n', type: 'text_input', data: { label: 'L'.repeat(500_000), config: keys(1_500) } }],
      }),
      200,
    ],
    [
      'a title that has no text',
      '/workflows/validate',
      workflow({ nodes: [{ id: 'n', type: 'start', data: { config: { instanceTitle: { toString: null } } } }] }),
      200,
    ],
    [
      'a name of a node that is a key of every object',
      '/workflows',
      '{"name":"a","nodes":[{"id":"__proto__"},{"id":"constructor"}]}',
      201,
    ],
    ['a key that is the prototype', '/workflows', '{"name":"a","__proto__":{"x":1}}', 400],
    ['the same key, spelt otherwise', '/workflows', '{"name":"a","\\u005f_proto__":{"x":1}}', 400],
  ])('%s', async (_, url, payload, status) => {
    expect(await ask(url, payload)).toBe(status)
  })

  test.each<[string, string, number]>([
    ['eighty thousand keys', Array.from({ length: 80_000 }, (_, at) => `k${at}: 1`).join('\n'), 413],
    ['a hundred thousand anchors', '&a '.repeat(100_000), 400],
    ['a hundred thousand tags', '!a '.repeat(100_000), 400],
    ['nothing but brackets', '['.repeat(200_000), 400],
    ['nothing but quotes', '"'.repeat(100_000), 400],
    [
      'aliases that multiply',
      `a: &a [1]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`)}]`).join('\n')}`,
      400,
    ],
    ['the same key twice', 'name: a\nname: b\nnodes: []\nedges: []', 400],
    ['a key that is the prototype', 'name: a\n__proto__: {x: 1}\nnodes: []\nedges: []', 400],
    ['a number that JSON has not', 'name: a\nnodes: []\nedges: []\nx: .inf', 400],
  ])('YAML: %s', async (_, payload, status) => {
    expect(await ask('/workflows/import', payload, 'application/yaml')).toBe(status)
  })

  test('none of it made the service complain about itself', () => {
    expect(fuzz.service.lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})
