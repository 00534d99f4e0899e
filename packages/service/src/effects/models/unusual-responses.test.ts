/** Unusual responses of providers, and the cost of a flood of chunks. */
import { gzipSync } from 'node:zlib'
import type { ModelCall, ToolSpec } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import type { ScriptedReply } from '../testing/model-server.ts'
import { HELLO, KEY, type SideOptions, startTestModels } from '../testing/test-models.ts'

const PROVIDERS = ['openai', 'anthropic', 'google', 'openai_compatible']
const STREAMED: Partial<ModelCall> = { onText: () => {} }
const ADD: ToolSpec = { name: 'add', description: 'Adds.', parameters: { type: 'object', properties: {} } }

/** The outcome of a call with this response: an answer or a failure. */
async function asked(
  provider: string,
  reply: ScriptedReply,
  { more = {}, ...options }: SideOptions & { more?: Partial<ModelCall> } = {},
) {
  await using side = await startTestModels(options)
  side.server.script(reply)
  const outcome = await side.models.answer({ settings: side.as(provider), messages: HELLO, ...more }).then(
    (answer) => ({ answer, failure: undefined }),
    (failure: Error & { code: string; retryable: boolean; retryAfterMs?: number }) => ({ answer: undefined, failure }),
  )
  expect(JSON.stringify([outcome.failure?.message, side.logged])).not.toContain(KEY)
  return { ...outcome, requests: side.server.requests }
}

const call = (name: string, args: string, id = 'c') => ({ id, type: 'function', function: { name, arguments: args } })

function completion(message: object, finish_reason = 'stop'): ScriptedReply {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }]
  return { status: 200, body: { id: 'x', created: 1, model: 'm', choices } }
}

function events(...data: unknown[]): ScriptedReply {
  const body = data.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`).join('')
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body }
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'x',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

describe('tool calls', () => {
  test.each([
    ['no JSON', '{"a":', { _raw: '{"a":' }],
    ['nothing', '', {}],
    ['null', 'null', { _raw: 'null' }],
    ['a list', '[1]', { _raw: '[1]' }],
    ['what would change prototypes', '{"__proto__":{"x":1}}', { _raw: '{"__proto__":{"x":1}}' }],
  ])('arguments that are %s are passed on unchanged', async (_, written, args) => {
    const whole = await asked('openai_compatible', completion({ tool_calls: [call('add', written)] }, 'tool_calls'), {
      more: { tools: [ADD] },
    })
    const reply = events(chunk({ tool_calls: [{ index: 0, ...call('add', written) }] }), chunk({}, 'tool_calls'))
    const streamed = await asked('openai_compatible', reply, { more: { tools: [ADD], ...STREAMED } })
    for (const { answer } of [whole, streamed]) {
      expect(answer).toMatchObject({ toolCalls: [{ name: 'add', args }], finishReason: 'tool-calls' })
    }
  })

  test.each(PROVIDERS)('%s: a call of an unknown tool is returned to the caller', async (provider) => {
    for (const more of [{ tools: [ADD] }, { tools: [ADD], ...STREAMED }]) {
      const { answer } = await asked(provider, { toolCalls: [{ name: 'magic', args: { spell: 1 } }] }, { more })
      expect(answer?.toolCalls).toMatchObject([{ name: 'magic', args: { spell: 1 } }])
    }
  })

  test('with the same id stay separate, each with its own arguments', async () => {
    const calls = [call('add', '{"a":1}'), call('add', '{"a":2}'), call('add', '{"a":3}')]
    const { answer } = await asked('openai_compatible', completion({ tool_calls: calls }, 'tool_calls'), {
      more: { tools: [ADD] },
    })
    expect(answer?.toolCalls.map(({ args }) => args)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect(new Set(answer?.toolCalls.map(({ id }) => id)).size).toBe(3)
  })

  test('over the limit are dropped before they cost time', async () => {
    const flood = Array.from({ length: 50_000 }, (_, n) => call('add', '{}', `c${n}`))
    const { answer } = await asked('openai_compatible', completion({ tool_calls: flood }, 'tool_calls'), {
      more: { tools: [ADD] },
    })
    expect(answer?.toolCalls).toHaveLength(1000)
    const pieces = flood.slice(0, 20_000).map((one, index) => chunk({ tool_calls: [{ index, ...one }] }))
    const streamed = await asked('openai_compatible', events(...pieces, chunk({}, 'tool_calls')), {
      more: { tools: [ADD], ...STREAMED },
    })
    expect(streamed.answer?.toolCalls).toHaveLength(1000)
  })
})

describe('an empty or unexpected response', () => {
  test.each<[string, ScriptedReply, string, string]>([
    ['nothing at all', completion({ content: null }), '', 'stop'],
    ['a refusal', completion({ content: null, refusal: 'I cannot.' }), 'I cannot.', 'content-filter'],
    ['a filtered text', completion({ content: '' }, 'content_filter'), '', 'content-filter'],
  ])('%s is an answer with its finish reason', async (_, reply, text, finishReason) => {
    const { answer } = await asked('openai_compatible', reply)
    expect(answer).toMatchObject({ text, finishReason, toolCalls: [] })
  })

  test('of the other providers is an answer too', async () => {
    const refused = { type: 'message', role: 'assistant', id: 'm', model: 'm', content: [], stop_reason: 'refusal' }
    const usage = { input_tokens: 1, output_tokens: 1 }
    const anthropic = await asked('anthropic', { status: 200, body: { ...refused, stop_sequence: null, usage } })
    expect(anthropic.answer).toMatchObject({ text: '', finishReason: 'content-filter' })
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } }
    for (const more of [{}, STREAMED]) {
      const google = await asked('google', more === STREAMED ? events(blocked) : { status: 200, body: blocked }, {
        more,
      })
      expect(google.answer).toMatchObject({ text: '', finishReason: 'content-filter' })
    }
  })

  test('that is an error with status 200 is reported as an error', async () => {
    const error = { message: `all busy ${KEY}`, code: 429 }
    const busy = await asked('openai_compatible', { status: 200, body: { error } })
    expect(busy.failure).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(busy.failure?.message).toContain('all busy __secret__:****')
    const failed = await asked('openai_compatible', {
      status: 200,
      body: { error: { message: 'it broke', code: 'x' } },
    })
    expect(failed.failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
    expect(failed.failure?.message).toMatch(/failed: it broke$/)
  })

  test.each(PROVIDERS)(
    '%s: an HTML page or a JSON document in place of a stream is reported as such',
    async (provider) => {
      for (const type of ['text/html; charset=utf-8', 'application/json']) {
        const reply = { status: 200, headers: { 'content-type': type }, body: '{"hello":"<html>"}' }
        const { failure } = await asked(provider, reply, { more: STREAMED })
        expect(failure).toMatchObject({ code: 'MODEL_BAD_ANSWER', retryable: false })
        expect(failure?.message).toMatch(`must respond with a stream (got ${type}).`)
      }
    },
  )

  test('is read as a stream if its content type is unknown', async () => {
    const stream = events(chunk({ content: 'Hi' }), chunk({}, 'stop'), '[DONE]')
    const plain = { ...(stream as object), headers: { 'content-type': 'text/plain' } } as ScriptedReply
    expect((await asked('openai_compatible', plain, { more: STREAMED })).answer).toMatchObject({ text: 'Hi' })
  })
})

describe('compressed responses', () => {
  test('that decompress to too much are cut off', async () => {
    const bomb = { status: 200, headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(100_000_000, 32)) }
    const { failure } = await asked('openai_compatible', bomb)
    expect(failure).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false })
  })

  test('that cannot be decompressed are not retryable', async () => {
    const { failure } = await asked('openai_compatible', {
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: 'this is not compressed',
    })
    expect(failure).toMatchObject({ code: 'RESPONSE_UNREADABLE', retryable: false })
  })
})

describe('Retry-After', () => {
  const AT = 'Sun, 06 Nov 1994 08:49:37 GMT'
  test.each<[string, number, Record<string, string>, number | undefined]>([
    ['in seconds', 429, { 'retry-after': '17' }, 17_000],
    ['in parts of them', 429, { 'retry-after': '0.5' }, 500],
    ['at a time, by the clock of the provider', 429, { 'retry-after': AT, date: AT.replace('37', '07') }, 30_000],
    ['at a time that is over', 429, { 'retry-after': AT, date: AT.replace('37', '59') }, undefined],
    ['in words', 429, { 'retry-after': 'soon' }, undefined],
    ['never', 429, { 'retry-after': '-5' }, undefined],
    ['when it is back in service', 503, { 'retry-after': '9' }, 9000],
    ['when it is not overloaded', 529, { 'retry-after': '9' }, 9000],
  ])('%s', async (_, status, headers, retryAfterMs) => {
    const code = status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_FAILED'
    for (const more of [{}, STREAMED]) {
      const { failure } = await asked('anthropic', { status, headers }, { more })
      expect(failure).toMatchObject({ code, retryable: true, retryAfterMs })
    }
  })

  test.each([400, 401, 403, 404, 413])('is ignored with status %i, which is final', async (status) => {
    const { failure } = await asked('anthropic', { status, headers: { 'retry-after': '1' } })
    expect(failure).toMatchObject({ code: 'MODEL_REFUSED', retryable: false, retryAfterMs: undefined })
  })
})

describe('a flood of chunks', () => {
  test.each(PROVIDERS)('%s: small chunks in quick succession are merged', async (provider) => {
    const words = Array.from({ length: 5000 }, (_, n) => `word${n}`)
    const pieces: string[] = []
    const { answer } = await asked(
      provider,
      { text: words.join(' ') },
      { more: { onText: (text) => void pieces.push(text) } },
    )
    expect(answer?.text).toBe(words.join(' '))
    expect(pieces.join('')).toBe(words.join(' '))
    expect(pieces.length).toBeLessThan(500)
  })

  test.each(PROVIDERS)('%s: text is reported while the rest is still to come', async (provider) => {
    const pieces: string[] = []
    const more = { onText: (text: string) => void pieces.push(text) }
    const { failure } = await asked(provider, { fault: 'stall' }, { more, limits: { idleMs: 300 } })
    expect(failure?.code).toBe('TIMED_OUT')
    expect(pieces.join('')).toMatch(/^one/)
  })

  test('counts lines without content too', async () => {
    const nothing = Array.from({ length: 2000 }, () => ({}))
    const more = STREAMED
    const { failure } = await asked('google', events(...nothing), { more, limits: { maxLines: 1000 } })
    expect(failure).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false })
    expect(failure?.message).toContain('more than 1000 lines')
  })
})

test('the token limit of the service caps that of a node, and a lower one of the node is kept', async () => {
  for (const [wanted, sent] of [
    [undefined, 100],
    [500, 100],
    [20, 20],
  ]) {
    await using side = await startTestModels({ maxTokens: 100 })
    const settings = side.as('openai_compatible', wanted === undefined ? {} : { maxTokens: wanted })
    await side.models.answer({ settings, messages: HELLO })
    expect(side.server.requests[0]?.body.max_tokens).toBe(sent)
  }
})
