import type { PatternTest, Reply } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { testEffects } from '../testing/test-effects.ts'
import { askPerson, messageOf } from './ask-person.ts'
import { changeList } from './change-list.ts'
import { chooseBranch, ownBranch } from './choose-branch.ts'
import { contains, equals, isEmpty, orderOf } from './compare.ts'
import { textAt, textOr } from './input-values.ts'
import { isTrue } from './is-true.ts'
import { refuseUnaccepted } from './launched-file.ts'
import { messageList } from './message-list.ts'
import { optionList } from './option-list.ts'
import { pathSteps, valueAt } from './path.ts'
import { flagsFor, wholeWords } from './pattern-flags.ts'
import { issuesBy, refuseUncheckable } from './schema-check.ts'

describe('comparing', () => {
  test.each([
    [5, '5', true],
    [5, ' 5.0 ', true],
    ['5', 5, true],
    ['05', 5, false],
    [true, 'TRUE', true],
    [null, '', true],
    [undefined, '', true],
    [0, '', false],
    [{ a: 1, b: [2] }, '{"b":[2],"a":1}', true],
    [[1], [1], true],
    [{ a: 1 }, 'a', false],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
  ])('%j equals %j: %j', (value, expected, is) => {
    expect(equals(value, expected, false)).toBe(is)
  })

  test.each([
    [10, '9', 1],
    ['10', 9, 1],
    ['b', 'A', 1],
    ['a', 'A', 0],
    ['2029-12-31', '2030-01-01', -1],
    ['x', 5, 1],
  ])('%j beside %j', (value, other, sign) => {
    expect(Math.sign(orderOf(value, other, false) ?? Number.NaN)).toBe(sign)
  })

  test.each([[[1]], [{}], [null], [undefined]])('%j has no order', (value) => {
    expect(orderOf(value, 1, false)).toBeUndefined()
  })

  test('a list contains an item, an object a key, a text a substring', () => {
    const found = [contains([1, 'B'], 'b', false), contains({ Key: 1 }, 'key', false), contains('aBc', 'bC', false)]
    const missed = [contains([12], '1', false), contains({ Key: 1 }, 'key', true), contains('aBc', 'bC', true)]
    expect([found, missed]).toEqual([
      [true, true, true],
      [false, false, false],
    ])
  })

  test('checks a long near-number in linear time', () => {
    expect(equals(1, `${'1'.repeat(1_000_000)}x`, false)).toBe(false)
  })

  test('treats values as empty, and expression results as true, as documented', () => {
    expect([undefined, null, '', ' \n', [], {}].every(isEmpty)).toBe(true)
    expect([0, false, 'x', [null], { a: undefined }].some(isEmpty)).toBe(false)
    expect([undefined, null, 0, '', false, [], {}, [0, ''], [[]]].some(isTrue)).toBe(false)
    expect([1, 'x', true, { a: 0 }, [0, 1], [[true]]].every(isTrue)).toBe(true)
  })
})

describe('paths', () => {
  test.each([
    ['a.b', ['a', 'b']],
    ['a[0].b', ['a', 0, 'b']],
    ['[0][-1]', [0, -1]],
    ['$', []],
    ['$.a', ['a']],
    ['$[0]', [0]],
    ['$price', ['$price']],
    ['.a', ['a']],
    ['a["b.c"][\'d\']', ['a', 'b.c', 'd']],
    [' first name . x ', ['first name', 'x']],
  ])('%s', (path, steps) => {
    expect(pathSteps(path, 'path')).toEqual(steps)
  })

  test.each(['a..b', 'a.', 'a[', 'a[x]', 'a]', 'a["b]', '[0]a'])('rejects the path %s', (path) => {
    expect(() => pathSteps(path, 'path')).toThrow(/^Setting "path" is not a valid path: /)
  })

  test('resolve own keys only', () => {
    const data = { list: [{ a: 1 }], text: 'x' }
    expect(valueAt(data, pathSteps('list.0.a', 'path'))).toEqual({ isFound: true, value: 1 })
    for (const path of ['constructor', 'list.length', 'text.length', '__proto__', 'list[1]', 'list[-2]', 'text[0]']) {
      expect(valueAt(data, pathSteps(path, 'path'))).toEqual({ isFound: false, value: null })
    }
  })
})

describe('inputs', () => {
  test('converts numbers and booleans to text and rejects other values', () => {
    expect([textAt({ a: 'x' }, 'a'), textAt({ a: 1.5 }, 'a'), textAt({ a: false }, 'a')]).toEqual(['x', '1.5', 'false'])
    expect(() => textAt({ a: null }, 'a')).toThrow('Input "a" must be a string (got null).')
    expect(() => textAt({}, 'a')).toThrow('Input "a" must be a string (got nothing).')
    expect(() => textAt({ a: [] }, 'a')).toThrow('Input "a" must be a string (got list).')
  })

  test('falls back to the setting for an empty input', () => {
    const values = [textOr({ a: '' }, 'a', 'set'), textOr({ a: null }, 'a', 'set'), textOr({ a: 'x' }, 'a', 'set')]
    expect([...values, textOr({}, 'a', '')]).toEqual(['set', 'set', 'x', undefined])
  })

  test.each([
    ['*/*', true],
    ['', true],
    ['image/*', true],
    ['IMAGE/PNG', true],
    ['.Png', true],
    ['text/plain, .md', false],
    ['image/pn', false],
  ])('a png where "%s" is accepted: %s', (accepted, passes) => {
    const check = () => refuseUnaccepted({ name: 'Photo.PNG', type: 'image/png' }, accepted)
    if (passes) expect(check).not.toThrow()
    else expect(check).toThrow('must have one of the accepted types')
  })
})

describe('branches', () => {
  const choose = (branches: readonly unknown[], value: unknown, fallback?: string) =>
    chooseBranch({
      branches,
      value,
      isCaseSensitive: false,
      fallback,
      effects: { expression: async (source) => source === 'yes' },
    }).then(
      ({ branches: taken }) => taken,
      (error: Error) => error.message,
    )

  test('takes the first match, by value before condition', async () => {
    expect(
      await choose(
        [
          { name: 'a', value: 1, condition: 'yes' },
          { name: 'b', value: 2 },
        ],
        2,
      ),
    ).toEqual(['a'])
    expect(
      await choose(
        [
          { name: 'a', condition: 'no' },
          { name: 'b', value: '2' },
        ],
        2,
      ),
    ).toEqual(['b'])
  })

  test('takes the default branch only after all others', async () => {
    const branches = [
      { name: 'x', isDefault: true },
      { name: 'X', value: 'y' },
    ]
    expect(await choose(branches, 'y')).toEqual(['X'])
    expect(await choose(branches, 'x')).toEqual(['x'])
  })

  test('matches null values and skips invalid branches', async () => {
    expect(await choose([null, 'x', { name: '' }, { name: 'none', value: null }], null)).toEqual(['none'])
  })

  test('shows the truncated value in the failure', async () => {
    expect(await choose([], 'a'.repeat(100))).toBe(`No branch matches "${'a'.repeat(60)}…".`)
    expect(await choose([], undefined)).toBe('No branch matches an empty value.')
    expect(await choose([{ name: 'a', value: 1 }], 'b', 'nowhere')).toBe('No branch matches "b".')
  })
})

describe('patterns', () => {
  test('are compiled with "u" if possible', () => {
    expect([flagsFor('\\p{L}+', 'p'), flagsFor('a\\-b', 'p')]).toEqual(['u', ''])
    expect(() => flagsFor('(', 'p')).toThrow(/^Setting "p" is not a valid regular expression: /)
  })

  test('match whole words with and without "u"', () => {
    const words = (pattern: string, text: string) =>
      text.match(new RegExp(wholeWords(pattern), `g${flagsFor(wholeWords(pattern), 'p')}`))
    expect(words('é|e', 'é eé e')).toEqual(['é', 'e'])
    expect(words('a\\-b', 'a-b xa-b')).toEqual(['a-b'])
  })
})

describe('user schemas', () => {
  test.each([
    [{ $ref: 'https://example.com' }, 'has a "$ref" to "https://example.com", which is not a place in this schema.'],
    [{ unevaluatedItems: false }, 'uses "unevaluatedItems", which is not supported.'],
    [{ items: { $dynamicRef: '#a' } }, 'is invalid at /items: it uses "$dynamicRef", which is not supported.'],
    [{ allOf: [{}, 1] }, 'is invalid at /allOf/1: it is not a schema.'],
  ])('rejects %j', (schema, words) => {
    expect(() => refuseUncheckable(schema, 's')).toThrow(`Setting "s" ${words}`)
  })

  test('a property may have the name of a keyword', () => {
    expect(() =>
      refuseUncheckable({ properties: { unevaluatedItems: { type: 'string' }, $ref: true } }, 's'),
    ).not.toThrow()
  })

  test('tests a pattern before those that depend on it', async () => {
    const schema = {
      patternProperties: { '^x-': { pattern: '^a' } },
      additionalProperties: { pattern: '^b' },
      if: { properties: { kind: { pattern: '^k' } } },
      else: { properties: { name: { pattern: '^n' } } },
    }
    const rounds: string[][] = []
    const effects = {
      async patternTests(tests: readonly PatternTest[]) {
        rounds.push(tests.map(({ pattern, text }) => `${pattern} ${text}`))
        return tests.map(({ pattern, text }) => new RegExp(pattern, 'u').test(text))
      },
    }
    expect(await issuesBy(schema, { 'x-1': 'b', kind: 'b', name: 'b' }, effects)).toEqual([
      { path: '/x-1', message: 'must match ^a' },
      { path: '/name', message: 'must match ^n' },
    ])
    expect(rounds.flat().sort()).toEqual([...new Set(rounds.flat())].sort())
    expect(rounds.length).toBeLessThanOrEqual(3)
  })

  test('tests patterns in the sandbox, once per text', async () => {
    const schema = {
      properties: { a: { pattern: '^a' }, list: { items: { anyOf: [{ pattern: '^b' }, { type: 'number' }] } } },
      additionalProperties: { pattern: '^c' },
    }
    const tried: string[] = []
    const effects = {
      async patternTests(tests: readonly PatternTest[]) {
        tried.push(...tests.map(({ pattern, text }) => `${pattern} ${text}`))
        if (tests.some(({ text }) => text === 'endless')) throw new Error('took too long')
        return tests.map(({ text }) => text !== 'w')
      },
    }
    // None of the texts would match the patterns in this process.
    expect(await issuesBy(schema, { a: 'x', list: ['y', 'y', 1, 'z'], other: 'w' }, effects)).toEqual([
      { path: '/other', message: 'must match ^c' },
    ])
    expect(tried).toEqual(['^a x', '^b y', '^b z', '^c w'])
    await expect(issuesBy(schema, { a: 'endless' }, effects)).rejects.toThrow('took too long')
  })

  test('tests a pattern without "u" if "u" rejects it', async () => {
    const schema = { properties: { a: { pattern: '^\\_x' } } }
    expect(await issuesBy(schema, { a: '_x' }, testEffects())).toEqual([])
    expect(await issuesBy(schema, { a: 'x' }, testEffects())).toHaveLength(1)
  })
})

describe('asking a person', () => {
  const context = (replies: readonly Reply[], config = {}): Parameters<typeof askPerson>[0] => ({
    config: { message: 'Name?', ...config },
    inputs: {},
    launch: {},
    round: 0,
    effects: testEffects(),
    signal: new AbortController().signal,
    idempotencyKey: 'x',
    attempt: 1,
    replies,
    isWired: () => false,
    say: () => undefined,
    note: async () => undefined,
    notes: {},
    tools: async () => [],
    log: () => undefined,
  })
  const asking = { type: 'text', config: { message: 'Name?', max_length: 5 }, defaultAnswer: undefined } as const

  test('rejects an invalid answer', () => {
    const replies = [{ status: 'answered', value: 'Ada Lovelace', responses: [] }] as const
    expect(() => askPerson(context(replies), asking, (text) => ({ text }))).toThrow(
      'The answer is invalid: it must have at most 5 characters.',
    )
  })

  test('uses the last reply', () => {
    const replies = [{ status: 'expired' }, { status: 'answered', value: 'Ada', responses: [] }] as const
    expect(askPerson(context(replies), asking, (text) => ({ text }))).toEqual({ text: 'Ada' })
  })

  test('rejects an oversized question, but accepts its answer', () => {
    const options = [{ value: 'a', label: 'x'.repeat(500_000) }]
    const long = { type: 'choice', config: { message: 'Well?', options }, defaultAnswer: undefined } as const
    const ask = (replies: readonly Reply[]) => askPerson(context(replies), long, (picked) => ({ picked }))
    expect(() => ask([])).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    expect(ask([{ status: 'answered', value: 'a', responses: [] }])).toEqual({ picked: 'a' })
  })

  test('reports who dismissed the question, or that it expired', () => {
    const fails = (reply: Reply) => () => askPerson(context([reply]), asking, (text) => ({ text }))
    expect(fails({ status: 'cancelled', by: { id: 'u1', name: 'Ada' } })).toThrow('The question was dismissed by Ada.')
    expect(fails({ status: 'cancelled' })).toThrow('The question was dismissed.')
    expect(fails({ status: 'expired' })).toThrow('The question expired without an answer.')
  })

  test('rejects an empty message', () => {
    expect(() => messageOf({ inputs: { message: '' }, config: { message: '' } })).toThrow(
      'Setting "message" must not be empty',
    )
  })

  test.each([
    [[null], 'Input "options/0" must be a string (got null).'],
    [[{ label: 'A' }], 'Input "options/0" must have a value.'],
    [[{ value: 'a', label: 5 }], 'Input "options/0" must have a string as label (got number).'],
    [Array(1001).fill('a'), 'Input "options" must have at most 1000 entries (got 1001).'],
    ['a', 'Input "options" must be a list (got string).'],
  ])('rejects the options %j', (options, words) => {
    expect(() => optionList({ options })).toThrow(words)
  })

  test.each([
    [['a'], 'Input "changes/0" must be an object (got string).'],
    [[{ field: '', original: 1, proposed: 2 }], 'Input "changes/0" must have a string "field".'],
    [[{ field: 'a', label: 1, original: 1, proposed: 2 }], 'must have a string "label" (got number).'],
    [[{ field: 'a', original: 1 }], 'must have "proposed"'],
    [Array(1001).fill({}), 'must have at most 1000 entries (got 1001).'],
  ])('rejects the changes %j', (changes, words) => {
    expect(() => changeList({ changes })).toThrow(words)
  })

  test('matches a renamed branch by its value', () => {
    expect(ownBranch([{ name: 'ja', value: 'true' }, { name: 'nein' }], 'confirmed', true)).toBe('ja')
    expect(ownBranch([{ name: 'ja', value: 'true' }, { name: 'declined' }], 'declined', false)).toBe('declined')
    expect(ownBranch(undefined, 'declined', false)).toBe('declined')
  })
})

describe('messages of a conversation', () => {
  test.each([
    [undefined, []],
    [null, []],
    ['', []],
    ['Hello', [{ role: 'user', content: 'Hello' }]],
    [5, [{ role: 'user', content: '5' }]],
    [{ content: { a: 1 } }, [{ role: 'user', content: '{"a":1}' }]],
    [[{ role: 'assistant', content: 'Hi', id: 7 }], [{ role: 'assistant', content: 'Hi' }]],
  ])('%j', (message, messages) => {
    expect(messageList({ message }, 'message')).toEqual(messages)
  })

  test.each([[[null]], [[['a']]], [{ role: 'user' }], [{ role: 5, content: 'a' }], [{ role: '', content: 'a' }]])(
    'rejects the message %j',
    (message) => {
      expect(() => messageList({ message }, 'message')).toThrow(/^Input "message(\/0)?" must/)
    },
  )
})
