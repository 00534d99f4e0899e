import type { ModelCall, ModelMessage } from '@millrace/model'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startTestModels } from '../testing/test-models.ts'
import { echoAnswer, piecesOf } from './echo.ts'
import { echoEmbeddings } from './echo-embedding.ts'
import { smallestJson } from './smallest-json.ts'

const user = (content: string): ModelMessage => ({ role: 'user', content })
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content })
const tools = [{ name: 'add', description: '', parameters: { type: 'object' } }]

function echo(call: Partial<ModelCall>, script?: unknown) {
  return echoAnswer({ settings: { provider: 'echo', script }, messages: [user('Hello there')], ...call })
}

describe('echo', () => {
  test('repeats the last message', () => {
    expect(echo({ system: 'Be kind.', messages: [user('one'), assistant('one'), user('two three')] })).toEqual({
      text: 'two three',
      toolCalls: [],
      usage: { inputTokens: 6, outputTokens: 2, totalTokens: 8 },
      finishReason: 'stop',
    })
    expect(echo({ messages: [] }).text).toBe('')
  })

  test('follows its script, one entry per exchange, and then repeats the last message', () => {
    const script = ['first', { text: 'second' }, { city: 'Basel' }]
    const messages = [user('x')]
    const said: string[] = []
    for (let exchange = 0; exchange < 4; exchange++) {
      const { text } = echo({ messages }, script)
      said.push(text)
      messages.push(assistant(text), user(`again ${exchange}`))
    }
    expect(said).toEqual(['first', 'second', '{"city":"Basel"}', 'again 2'])
    expect(echo({}, 'only this').text).toBe('only this')
    expect(echo({}, []).text).toBe('Hello there')
  })

  test('calls tools in its script', () => {
    const { toolCalls, finishReason } = echo({ tools }, [
      { toolCalls: [{ name: 'add', args: { a: 1 } }, { name: 'fly' }, 'nonsense'] },
    ])
    expect(toolCalls).toEqual([
      { id: 'echo-1-1', name: 'add', args: { a: 1 } },
      { id: 'echo-1-2', name: 'fly', args: {} },
    ])
    expect(finishReason).toBe('tool-calls')
  })

  test('calls a tool that the user names, once, and ends with its result', () => {
    const asked = user('Please use add {"a": 1, "b": {"c": 2}}')
    const { toolCalls } = echo({ tools, messages: [asked] })
    expect(toolCalls).toEqual([{ id: 'echo-1-1', name: 'add', args: { a: 1, b: { c: 2 } } }])
    const result: ModelMessage = { role: 'tool', toolCallId: 'echo-1-1', name: 'add', content: '3' }
    const called: ModelMessage = { role: 'assistant', content: '', toolCalls }
    expect(echo({ tools, messages: [asked, called, result] })).toMatchObject({ text: '3', finishReason: 'stop' })
    expect(echo({ tools, messages: [user('use add')] }).toolCalls).toMatchObject([{ args: {} }])
    expect(echo({ tools, messages: [user('use add {broken}')] }).toolCalls).toMatchObject([
      { args: { _raw: '{broken}' } },
    ])
    expect(echo({ tools, messages: [user('use fly {}')] }).toolCalls).toEqual([])
    expect(echo({ messages: [asked] }).toolCalls).toEqual([])
  })

  test('returns JSON that matches a schema', () => {
    const schema = { type: 'object', properties: { label: { enum: ['a', 'b'] } }, required: ['label'] }
    expect(echo({ schema }).text).toBe('{"label":"a"}')
    expect(echo({ schema }, ['{"label":"b"}']).text).toBe('{"label":"b"}')
  })

  test('is streamed word by word, reports its usage, and calls no provider', async () => {
    await using side = await startTestModels({ allow: [] })
    const pieces: string[] = []
    const answer = await side.models.answer({
      settings: { provider: 'echo' },
      messages: [user(' one two\n\nthree ')],
      onText: (piece) => void pieces.push(piece),
    })
    expect(pieces).toEqual([' one', ' two', '\n\nthree', ' '])
    expect(answer.text).toBe(' one two\n\nthree ')
    expect(side.used).toEqual([{ inputTokens: 3, outputTokens: 3, totalTokens: 6 }])
  })

  test('streams a long text in a limited number of chunks', async () => {
    await using side = await startTestModels()
    const content = 'word '.repeat(200_000)
    const pieces: string[] = []
    await side.models.answer({
      settings: { provider: 'echo', model: 'echo' },
      messages: [{ role: 'user', content }],
      onText: (piece) => void pieces.push(piece),
    })
    expect(pieces.join('')).toBe(content)
    expect(pieces.length).toBeLessThanOrEqual(1000)
  })

  test('loses no character when it is split into chunks', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '\u00a0') }),
        (text) => piecesOf(text).join('') === text,
      ),
    )
  })
})

describe('embeddings of echo', () => {
  const distance = (a: string, b: string) => {
    const [one = [], two = []] = echoEmbeddings([a, b]).embeddings
    return one.reduce((sum, value, at) => sum + value * (two[at] ?? 0), 0)
  }

  test('have 64 dimensions and length 1 for every text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const [vector = []] = echoEmbeddings([text]).embeddings
        expect(vector).toHaveLength(64)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 10)
      }),
    )
  })

  test('are closer for texts that share words', () => {
    const near = distance('the cat sat on the mat', 'The cat lay on a mat.')
    const far = distance('the cat sat on the mat', 'quarterly revenue grew strongly')
    expect(near).toBeGreaterThan(0.5)
    expect(far).toBeLessThan(0.3)
    expect(distance('Hello, world!', 'hello world')).toBeCloseTo(1, 10)
  })

  test('report their usage', async () => {
    await using side = await startTestModels({ allow: [] })
    const { usage } = await side.models.embed({ provider: 'echo' }, ['one two', 'three'])
    expect(usage).toEqual({ inputTokens: 3, outputTokens: 0, totalTokens: 3 })
    expect(side.used).toEqual([usage])
  })
})

describe('the smallest JSON that matches a schema', () => {
  const text = { type: 'string' }

  test.each<[Record<string, unknown>, unknown]>([
    [{ type: 'object' }, {}],
    [{ type: 'object', properties: { a: text, b: text }, required: ['a'] }, { a: '' }],
    [{ type: 'array', items: text, minItems: 2 }, ['', '']],
    [{ type: 'array' }, []],
    [{ type: 'string', minLength: 3 }, 'xxx'],
    [{ type: 'string', format: 'date' }, '2000-01-01'],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', exclusiveMinimum: 5 }, 6],
    [{ type: 'number', maximum: -1 }, -1],
    [{ type: 'boolean' }, false],
    [{ type: ['string', 'null'] }, null],
    [{ const: 7 }, 7],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ anyOf: [{ type: 'number' }, text] }, 0],
    [
      {
        allOf: [
          { properties: { a: text }, required: ['a'] },
          { properties: { b: { type: 'boolean' } }, required: ['b'] },
        ],
      },
      { a: '', b: false },
    ],
    [
      {
        $ref: '#/$defs/one',
        $defs: {
          one: { type: 'object', properties: { x: { $ref: '#/$defs/two' } }, required: ['x'] },
          two: { type: 'integer' },
        },
      },
      { x: 0 },
    ],
    [{}, null],
  ])('%j', (schema, value) => {
    expect(smallestJson(schema)).toEqual(value)
    expect(new Ajv2020({ strict: false, validateFormats: false }).validate(schema, value)).toBe(true)
  })

  test('ends for a schema that refers to itself', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }
    expect(smallestJson(schema)).toBeNull()
    const node = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] }
    expect(JSON.stringify(smallestJson(node)).length).toBeLessThan(1000)
  })
})
