/** Failures of providers, and how they are reported to nodes: never with a key, a header or a body. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelCall } from '@millrace/model'
import { NodeFailure } from '@millrace/model'
import { describe, expect, test, vi } from 'vitest'
import type { ScriptedReply } from '../testing/model-server.ts'
import { HELLO, KEY, type SideOptions, startTestModels, type TestModels } from '../testing/test-models.ts'

const PROVIDERS = ['openai', 'anthropic', 'google', 'openai_compatible']
const WAYS: [string, Partial<ModelCall>][] = [
  ['at once', {}],
  ['streamed', { onText: () => {} }],
]
const CASES = PROVIDERS.flatMap((provider) => WAYS.map(([way, more]) => [provider, way, more] as const))

/** The failure of a call; also checks that it contains no secret. */
async function failureOf(side: TestModels, asked: Promise<unknown>): Promise<NodeFailure> {
  const failure = await asked.then(
    () => new Error('the call did not fail'),
    (error: unknown) => error,
  )
  if (!(failure instanceof NodeFailure)) throw failure
  expect(JSON.stringify([failure.message, failure.stack, failure, side.logged, failure.cause])).not.toContain(KEY)
  expect(side.used).toEqual([])
  return failure
}

async function failing(
  provider: string,
  reply: ScriptedReply,
  { more = {}, ...options }: SideOptions & { more?: Partial<ModelCall> } = {},
) {
  await using side = await startTestModels(options)
  side.server.script(reply)
  return await failureOf(side, side.models.answer({ settings: side.as(provider), messages: HELLO, ...more }))
}

describe.each(CASES)('%s, %s', (provider, _, more) => {
  test('a rate limit is retryable and reports when to retry', async () => {
    const body = { error: { message: `slow down ${KEY}`, type: 'rate_limit', code: 429, status: 'RESOURCE_EXHAUSTED' } }
    const failure = await failing(provider, { status: 429, headers: { 'retry-after': '17' }, body }, { more })
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(failure.message).toMatch(/^127\.0\.0\.1:\d+ limits the rate of requests \(retry in 17 s\)/)
  })

  test('a server error of the provider is retryable', async () => {
    const failure = await failing(provider, { status: 500, body: '<html>oops</html>' }, { more })
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
    expect(failure.message).toMatch(/failed with status 500: Internal Server Error: <html>oops<\/html>$/)
  })

  test('a rejected request is final and reports why, shortened and without the key', async () => {
    const message = `Incorrect API key provided: ${KEY}.\n${'blah '.repeat(1000)}`
    const body = { type: 'error', error: { message, type: 'auth', code: 401, status: 'UNAUTHENTICATED' } }
    const failure = await failing(provider, { status: 401, body }, { more })
    expect(failure).toMatchObject({ code: 'MODEL_REFUSED', retryable: false })
    expect(failure.message).toMatch(
      /rejected the request with status 401: Incorrect API key provided: __secret__:\*\*\*\*\. blah/,
    )
    expect(failure.message.length).toBeLessThan(400)
  })

  test('a provider that never responds runs into the timeout', async () => {
    const failure = await failing(provider, { fault: 'hang' }, { more, limits: { firstByteMs: 100 } })
    expect(failure).toMatchObject({ code: 'TIMED_OUT', retryable: true })
    expect(failure.message).toMatch(/did not respond in 100 ms/)
  })

  test('a provider that stops in the middle runs into the timeout', async () => {
    const failure = await failing(provider, { fault: 'stall' }, { more, limits: { idleMs: 100 } })
    expect(failure).toMatchObject({ code: 'TIMED_OUT', retryable: true })
    expect(failure.message).toMatch(/sent nothing more in 100 ms/)
  })

  test('a connection that is cut in the middle is retryable', async () => {
    const failure = await failing(provider, { fault: 'break' }, { more })
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('an endless response is cut off at the limit', async () => {
    const failure = await failing(provider, { fault: 'endless' }, { more, limits: { maxBytes: 50_000 } })
    expect(failure).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false })
  })

  test('a response that never finishes runs into the timeout', async () => {
    const limits = { totalMs: 200, maxBytes: 1e9 }
    const failure = await failing(provider, { fault: 'endless' }, { more, limits })
    expect(failure).toMatchObject({ code: 'TIMED_OUT', retryable: true })
  })

  test('an invalid response fails the call', async () => {
    const failure = await failing(provider, { fault: 'garbage' }, { more })
    expect(failure).toMatchObject({ code: 'MODEL_BAD_ANSWER', retryable: false })
    expect(failure.message).not.toContain('html')
  })

  test('a redirect is not followed, and nothing is sent to its target', async () => {
    await using elsewhere = await startTestModels()
    for (const status of [301, 302, 307, 308]) {
      const reply = { status, headers: { location: `${elsewhere.server.baseUrl}/messages` } }
      const failure = await failing(provider, reply, { more })
      expect(failure).toMatchObject({ code: 'REDIRECT_REFUSED', retryable: false })
    }
    expect(elsewhere.server.requests).toEqual([])
  })

  test('aborting the step closes the connection', async () => {
    const step = new AbortController()
    await using side = await startTestModels({ signal: step.signal })
    side.server.script({ fault: 'stall' })
    const arrived = side.server.next()
    const asked = side.models.answer({ settings: side.as(provider), messages: HELLO, ...more })
    const { closed } = await arrived
    const reason = new NodeFailure('CANCELLED', 'over')
    step.abort(reason)
    await expect(asked).rejects.toBe(reason)
    await closed
  })
})

test.each(PROVIDERS)('%s: a stream that ends before the response is complete is retryable', async (provider) => {
  const failure = await failing(provider, { fault: 'end' }, { more: { onText: () => {} } })
  expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  expect(failure.message).toContain('ended its response early')
})

test('an error in the middle of a stream is retryable and reported', async () => {
  const listener = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: {"error":{"message":"overloaded, ${KEY}","type":"server_error"}}\n\n`)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  try {
    await using side = await startTestModels()
    const baseUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const settings = side.as('openai_compatible', { baseUrl })
    const failure = await failureOf(side, side.models.answer({ settings, messages: HELLO, onText: () => {} }))
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
    expect(failure.message).toContain('overloaded, __secret__:****')
  } finally {
    listener.close()
  }
})

test('a refused connection is retryable', async () => {
  await using side = await startTestModels()
  const settings = side.as('openai_compatible', { baseUrl: 'http://127.0.0.1:1/v1' })
  const failure = await failureOf(side, side.models.answer({ settings, messages: HELLO }))
  expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  expect(failure.message).toContain('ECONNREFUSED')
})

test('a connection that never opens runs into the timeout', async () => {
  await using side = await startTestModels({ resolve: () => new Promise(() => {}), limits: { connectMs: 50 } })
  const settings = side.as('openai_compatible', { baseUrl: 'http://models.example/v1' })
  const failure = await failureOf(side, side.models.answer({ settings, messages: HELLO }))
  expect(failure).toMatchObject({ code: 'TIMED_OUT', retryable: true })
  expect(failure.message).toBe('models.example could not be connected to in 50 ms.')
})

test.each(['openai', 'google', 'openai_compatible'])('%s: embeddings fail in the same ways', async (provider) => {
  for (const [reply, code] of [
    [{ status: 429, headers: { 'retry-after': '3' } }, 'RATE_LIMITED'],
    [{ status: 503 }, 'UPSTREAM_FAILED'],
    [{ status: 404 }, 'MODEL_REFUSED'],
    [{ fault: 'garbage' }, 'MODEL_BAD_ANSWER'],
    [{ fault: 'hang' }, 'TIMED_OUT'],
  ] as const) {
    await using side = await startTestModels({ limits: { firstByteMs: 200 } })
    side.server.script(reply)
    expect((await failureOf(side, side.models.embed(side.as(provider), ['a']))).code).toBe(code)
  }
})

test('an invalid message history fails as invalid settings', async () => {
  await using side = await startTestModels()
  const messages = [{ role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'add', args: {} }] }] as const
  const asked = side.models.answer({ settings: side.as('anthropic'), messages: [...messages, ...HELLO] })
  expect(await failureOf(side, asked)).toMatchObject({ code: 'MODEL_SETTINGS_INVALID', retryable: false })
  expect(side.server.requests).toEqual([])
})

test('a call prints nothing to the console', async () => {
  const printed = (['log', 'warn', 'error', 'info'] as const).map((name) => vi.spyOn(console, name))
  const warned = vi.spyOn(process, 'emitWarning')
  const call = { more: { onText: () => {}, schema: { type: 'object' } } }
  await failing('openai_compatible', { status: 500 }, call)
  await failing('google', { fault: 'break' }, call)
  for (const spy of [...printed, warned]) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
