import type { ModelAnswer, ModelCall } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { testEffects } from '../testing/test-effects.ts'
import { testModels } from '../testing/test-models.ts'
import { jsonIn } from './json-answer.ts'
import { schemaReader, structuredAnswer } from './structured-answer.ts'

describe('JSON in a response', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['  [1]\n', [1]],
    ['"text"', 'text'],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['Sure!\n```\n[1,2]\n```\nAnything else?', [1, 2]],
    ['The answer is {"a":{"b":[1]}}.', { a: { b: [1] } }],
    ['Here: [{"a":1},{"a":2}] as asked', [{ a: 1 }, { a: 2 }]],
    ['```json {"a":1} ```', { a: 1 }],
    ['{"code":"```"}', { code: '```' }],
  ])('%j', (text, value) => {
    expect(jsonIn(text)?.value).toEqual(value)
  })

  test.each([[''], ['Hello'], ['{"a":'], ['} {'], ['``````'], ['{a} or {b}']])('finds no JSON in %j', (text) => {
    expect(jsonIn(text)).toBeUndefined()
  })
})

describe('structured answers', () => {
  const SCHEMA = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', pattern: '^[A-Z]' }, age: { type: 'integer' } },
  }

  async function ask(script: unknown[]) {
    const calls: ModelCall[] = []
    const lines: string[] = []
    const answer = async (call: ModelCall): Promise<ModelAnswer> => {
      calls.push(call)
      return testModels.answer(call)
    }
    const effects = { ...testEffects(), models: { ...testModels, answer } }
    const call = { settings: { script }, messages: [{ role: 'user', content: 'Who?' }], schema: SCHEMA } as const
    const log = (_: string, message: string) => void lines.push(message)
    const result = await structuredAnswer({ effects, log }, call, schemaReader(SCHEMA, 'form', effects)).catch(
      (error: Error) => error.message,
    )
    return { result, calls, lines }
  }

  test('the retry contains all errors and the schema', async () => {
    const { result, calls, lines } = await ask(['{"name":"ada","age":1.5}', '{"name":"Ada"}'])
    expect(result).toMatchObject({ value: { value: { name: 'Ada' } }, finishReason: 'stop' })
    expect(calls[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: '{"name":"ada","age":1.5}' },
      {
        role: 'user',
        content:
          'Your response is invalid:\n- "/name" must match ^[A-Z]\n- "/age" must be a whole number, is a number\n' +
          `Respond again, only with JSON that matches this JSON Schema: ${JSON.stringify(SCHEMA)}`,
      },
    ])
    expect(lines).toEqual(['The response is invalid and is requested again: "/name" must match ^[A-Z].'])
  })

  test('an empty response is replaced by a placeholder in the retry', async () => {
    const { calls } = await ask([{ text: '' }, '{"name":"Ada"}'])
    expect(calls[1]?.messages[1]).toEqual({ role: 'assistant', content: '(no text)' })
  })

  test('the failure contains the first error', async () => {
    expect((await ask(['no', '[]'])).result).toBe(
      'The response is still invalid after a second attempt: it must be an object, is a list.',
    )
  })

  test('a truncated response is not retried', async () => {
    const { result, calls } = await ask([{ text: '{"name":', finishReason: 'length' }])
    expect(result).toMatch('The response was truncated')
    expect(calls).toHaveLength(1)
  })
})
