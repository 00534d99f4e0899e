import type { ModelAnswer, ModelCall } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { testEffects } from '../testing/test-effects.ts'
import { testModels } from '../testing/test-models.ts'
import { answerInForm, schemaReader } from './answer-in-form.ts'
import { jsonIn } from './json-answer.ts'

describe('JSON in an answer', () => {
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

  test.each([[''], ['Hello'], ['{"a":'], ['} {'], ['``````'], ['{a} or {b}']])('%j has none', (text) => {
    expect(jsonIn(text)).toBeUndefined()
  })
})

describe('answers in a form', () => {
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
    const result = await answerInForm({ effects, log }, call, schemaReader(SCHEMA, 'form', effects)).catch(
      (error: Error) => error.message,
    )
    return { result, calls, lines }
  }

  test('the model is told everything that is wrong, and the schema', async () => {
    const { result, calls, lines } = await ask(['{"name":"ada","age":1.5}', '{"name":"Ada"}'])
    expect(result).toMatchObject({ value: { value: { name: 'Ada' } }, finishReason: 'stop' })
    expect(calls[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: '{"name":"ada","age":1.5}' },
      {
        role: 'user',
        content:
          'Your answer cannot be used:\n- "/name" must match ^[A-Z]\n- "/age" must be a whole number, is a number\n' +
          `Answer again, with nothing but JSON that fits this JSON Schema: ${JSON.stringify(SCHEMA)}`,
      },
    ])
    expect(lines).toEqual(['The answer does not fit and is asked for again: "/name" must match ^[A-Z].'])
  })

  test('an answer without a text is shown to the model as one', async () => {
    const { calls } = await ask([{ text: '' }, '{"name":"Ada"}'])
    expect(calls[1]?.messages[1]).toEqual({ role: 'assistant', content: '(no text)' })
  })

  test('the failure says the first thing that is wrong', async () => {
    expect((await ask(['no', '[]'])).result).toBe(
      'The model was asked twice, and its answer still does not fit: it must be an object, is a list.',
    )
  })

  test('an answer that was cut off is not asked for again', async () => {
    const { result, calls } = await ask([{ text: '{"name":', finishReason: 'length' }])
    expect(result).toMatch('The answer was cut off before it was complete')
    expect(calls).toHaveLength(1)
  })
})
