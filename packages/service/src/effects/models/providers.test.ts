/** One exchange with every provider over real HTTP: the request, the parsed response, the usage. */
import type { ModelAnswer, ModelMessage, ToolSpec } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { HELLO, KEY, startTestModels } from '../testing/test-models.ts'

const PROVIDERS = ['openai', 'anthropic', 'google', 'ollama', 'openai_compatible']
const USAGE = { inputTokens: 7, outputTokens: 3, totalTokens: 10 }

const ADD: ToolSpec = {
  name: 'add',
  description: 'Adds numbers.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
}

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

function withoutIds({ toolCalls, ...answer }: ModelAnswer) {
  return { ...answer, toolCalls: toolCalls.map(({ name, args }) => ({ name, args })) }
}

describe.each(PROVIDERS)('%s', (provider) => {
  test.each(['../../../evil?x=', '../evil', 'a/../../evil', '..', 'a?x=', 'a#x', 'a\\..\\b', '%2e%2e/evil', 'a//b'])(
    'a model name (%s) does not change the path of the request',
    async (model) => {
      await using side = await startTestModels()
      side.server.script('Good morning.')
      await side.models.answer({ settings: side.as(provider), messages: HELLO })
      const usual = side.server.requests[0]?.path ?? ''
      side.server.script('Good morning.')
      const settings = { ...side.as(provider), model }
      await side.models.answer({ settings, messages: HELLO }).catch((error: { code: string }) => {
        expect(error.code).toBe('MODEL_SETTINGS_INVALID')
      })
      const withoutModel = (path = '') => path.replace(/(\/v1beta)\/[^?]*:/, '$1/MODEL:')
      for (const { path } of side.server.requests) {
        expect(withoutModel(path)).toBe(withoutModel(usual))
        expect(path).not.toMatch(/\/\.\.?(\/|:)/)
      }
    },
  )

  test('answers and reports the usage', async () => {
    await using side = await startTestModels()
    side.server.script('Good morning.')
    const answer = await side.models.answer({ settings: side.as(provider), system: 'Be kind.', messages: HELLO })
    expect(answer).toEqual({ text: 'Good morning.', toolCalls: [], usage: USAGE, finishReason: 'stop' })
    expect(side.used).toEqual([USAGE])
    expect(JSON.stringify(side.server.requests[0]?.body)).toContain('Be kind.')
  })

  test('streams text in order', async () => {
    await using side = await startTestModels()
    side.server.script({ text: 'one two  three\nfour' })
    const pieces: string[] = []
    const answer = await side.models.answer({
      settings: side.as(provider),
      messages: HELLO,
      onText: (piece) => void pieces.push(piece),
    })
    expect(pieces.join('')).toBe('one two  three\nfour')
    expect(answer).toEqual({ text: 'one two  three\nfour', toolCalls: [], usage: USAGE, finishReason: 'stop' })
    expect(side.used).toEqual([USAGE])
  })

  test.each(['at once', 'streamed in pieces'])('calls tools, %s', async (how) => {
    await using side = await startTestModels()
    const toolCalls = [
      { name: 'add', args: { a: 1, b: 2 } },
      { name: 'add', args: { a: 3, b: 4 } },
    ]
    side.server.script({ text: 'Let me see.', toolCalls })
    const answer = await side.models.answer({
      settings: side.as(provider),
      messages: HELLO,
      tools: [ADD],
      ...(how === 'at once' ? {} : { onText: () => {} }),
    })
    expect(withoutIds(answer)).toEqual({ text: 'Let me see.', toolCalls, usage: USAGE, finishReason: 'tool-calls' })
    expect(new Set(answer.toolCalls.map(({ id }) => id)).size).toBe(2)
    expect(JSON.stringify(side.server.requests[0]?.body)).toContain('Adds numbers.')
  })

  test('gets the results of tools', async () => {
    await using side = await startTestModels()
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Add.' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'add', args: { a: 1, b: 2 } }] },
      { role: 'tool', toolCallId: 'call_1', name: 'add', content: 'the sum is 3' },
      { role: 'system', content: 'Answer in German.' },
    ]
    await side.models.answer({ settings: side.as(provider), messages, tools: [ADD] })
    const body = JSON.stringify(side.server.requests[0]?.body)
    for (const text of ['the sum is 3', 'Answer in German.', 'Add.']) expect(body).toContain(text)
  })

  test.each(['at once', 'streamed'])('answers with JSON that matches a schema, %s', async (how) => {
    await using side = await startTestModels()
    side.server.script('{"city":"Basel"}')
    const onText = how === 'at once' ? {} : { onText: () => {} }
    const { text } = await side.models.answer({
      settings: side.as(provider),
      messages: HELLO,
      schema: SCHEMA,
      ...onText,
    })
    expect(JSON.parse(text)).toEqual({ city: 'Basel' })
    expect(side.server.requests).toHaveLength(1)
    expect(JSON.stringify(side.server.requests[0]?.body)).toContain('city')
  })

  test('gets the schema in the prompt if it rejects it as a parameter', async () => {
    await using side = await startTestModels()
    const refusal = { error: { message: 'response format is not supported', type: 'invalid_request_error' } }
    side.server.script({ status: 400, body: refusal }, '```json\n{"city":"Basel"}\n```')
    const { text } = await side.models.answer({ settings: side.as(provider), messages: HELLO, schema: SCHEMA })
    expect(JSON.parse(text)).toEqual({ city: 'Basel' })
    expect(JSON.stringify(side.server.requests[1]?.body)).toContain('It must match this JSON Schema')
    expect(side.used).toHaveLength(1)
  })

  test('reports why it stopped early', async () => {
    await using side = await startTestModels()
    side.server.script({ text: 'And then', finish: 'length' }, { text: 'And then', finish: 'length' })
    const call = { settings: side.as(provider, { maxTokens: 20 }), messages: HELLO }
    expect((await side.models.answer(call)).finishReason).toBe('length')
    expect((await side.models.answer({ ...call, onText: () => {} })).finishReason).toBe('length')
  })

  test('gets the settings', async () => {
    await using side = await startTestModels()
    await side.models.answer({ settings: side.as(provider, { temperature: 0.5, maxTokens: 321 }), messages: HELLO })
    const [request] = side.server.requests
    expect(JSON.stringify(request?.body)).toMatch(/"temperature":0.5/)
    expect(JSON.stringify(request?.body)).toMatch(/:321\b/)
    expect(`${request?.path} ${JSON.stringify(request?.body)}`).toContain('test-model')
    expect(JSON.stringify(request?.headers)).toContain(KEY)
  })
})

test.each(['openai', 'google', 'ollama', 'openai_compatible'])(
  '%s returns embeddings, in several requests if there are many',
  async (provider) => {
    await using side = await startTestModels()
    const texts = Array.from({ length: 150 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at)}`)
    const { embeddings, usage } = await side.models.embed(side.as(provider), texts)
    expect(embeddings).toEqual(texts.map((text) => [text.length, text.codePointAt(0), 1]))
    // Google does not report the usage.
    expect(usage).toEqual(expect.objectContaining({ outputTokens: 0, inputTokens: provider === 'google' ? 0 : 150 }))
    expect(await side.models.embed(side.as(provider), [])).toMatchObject({ embeddings: [] })
    expect((await side.models.embed(side.as(provider), ['a'])).embeddings).toEqual([[1, 97, 1]])
  },
)

test('anthropic has no embeddings', async () => {
  await using side = await startTestModels()
  const failed = side.models.embed(side.as('anthropic'), ['a'])
  await expect(failed).rejects.toMatchObject({ code: 'MODEL_SETTINGS_INVALID' })
})

test('arguments that are not a JSON object are kept as raw text', async () => {
  await using side = await startTestModels()
  const calls = ['{"a":', '[1]', '{"__proto__":{"x":1}}'].map((raw) => ({ name: 'add', raw }))
  for (const onText of [undefined, () => {}]) {
    side.server.script({ toolCalls: calls })
    const settings = side.as('openai_compatible')
    const answer = await side.models.answer({ settings, messages: HELLO, tools: [ADD], ...(onText && { onText }) })
    expect(answer.toolCalls.map(({ args }) => args)).toEqual([
      { _raw: '{"a":' },
      { _raw: '[1]' },
      { _raw: '{"__proto__":{"x":1}}' },
    ])
  }
})

test('a call of an unknown tool is returned to the caller', async () => {
  await using side = await startTestModels()
  side.server.script({ toolCalls: [{ name: 'fly', args: { to: 'moon' } }] })
  const answer = await side.models.answer({ settings: side.as('openai_compatible'), messages: HELLO, tools: [ADD] })
  expect(withoutIds(answer).toolCalls).toEqual([{ name: 'fly', args: { to: 'moon' } }])
})

test('OpenAI is asked not to store the exchange', async () => {
  await using side = await startTestModels()
  await side.models.answer({ settings: side.as('openai'), messages: HELLO })
  expect(side.server.requests[0]).toMatchObject({ path: '/v1/responses', body: { store: false } })
})
