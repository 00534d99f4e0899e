import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { portsOf } from '../node-ports.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import { COMPATIBILITY_RULES, canConnect, convert, DATA_TYPES, isDataType, Unfit } from './data-types.ts'
import { parseHandle, printHandle } from './handle.ts'

const THE_22 =
  'trigger string number boolean array string[] number[] boolean[] json[] file[] image[] json file image audio video tool url email date datetime time'

describe('data types', () => {
  test('are the 22 public ones, mixed and messages', () => {
    expect(DATA_TYPES.map((type) => type.id).sort()).toEqual([...THE_22.split(' '), 'mixed', 'messages'].sort())
  })

  test('have rules for known types only, without duplicates', () => {
    const pairs = COMPATIBILITY_RULES.map((rule) => `${rule.from}>${rule.to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const rule of COMPATIBILITY_RULES) expect([rule.from, rule.to].every(isDataType)).toBe(true)
    for (const rule of COMPATIBILITY_RULES) expect(rule.from).not.toBe(rule.to)
  })

  test('connect if they are equal or have a rule', () => {
    const served = new Set(COMPATIBILITY_RULES.map((rule) => `${rule.from}>${rule.to}`))
    for (const { id: from } of DATA_TYPES) {
      for (const { id: to } of DATA_TYPES) {
        expect(canConnect(from, to)).toBe(from === to || served.has(`${from}>${to}`))
      }
    }
  })

  test.each([
    ['tool', 'mixed', false],
    ['mixed', 'tool', false],
    ['tool', 'trigger', false],
    ['string', 'trigger', true],
    ['trigger', 'mixed', true],
    ['string[]', 'array', true],
    ['array', 'number[]', true],
    ['string[]', 'number[]', false],
    ['messages', 'json', true],
    ['json', 'array', true],
    ['json', 'json[]', true],
    ['json', 'string[]', true],
    ['json', 'messages', false],
    ['number', 'string', true],
    ['string', 'number', false],
    ['string', 'url', true],
    ['date', 'datetime', true],
    ['datetime', 'date', false],
    ['url', 'file', true],
    ['made-up', 'made-up', false],
  ])('%s to %s: %s', (from, to, expected) => {
    expect(canConnect(from, to)).toBe(expected)
  })

  test.each([
    [12, 'number', 'string', '12'],
    [true, 'boolean', 'string', 'true'],
    [{ a: 1 }, 'json', 'string', '{"a":1}'],
    ['plain', 'json', 'string', 'plain'],
    ['2026-11-15', 'date', 'datetime', '2026-11-15T00:00:00Z'],
    ['2028-02-29T23:59:59+02:00', 'string', 'datetime', '2028-02-29T23:59:59+02:00'],
    [' https://example.test/a ', 'string', 'url', 'https://example.test/a'],
    ['10:30', 'string', 'time', '10:30'],
    ['https://example.test/a.png', 'url', 'image', { url: 'https://example.test/a.png' }],
    [[1, 2], 'array', 'number[]', [1, 2]],
    [null, 'number', 'string', null],
    [7, 'mixed', 'string', 7],
  ])('%j from %s to %s becomes %j', (value, from, to, expected) => {
    expect(convert(value, from, to)).toEqual(expected)
  })

  test.each([
    ['no address', 'string', 'url'],
    ['nobody', 'string', 'email'],
    ['2026-13-40', 'string', 'date'],
    ['2026-02-30', 'string', 'date'],
    ['2026-02-30T10:00:00Z', 'string', 'datetime'],
    ['2025-02-29', 'date', 'datetime'],
    ['soon', 'string', 'datetime'],
    ['25:00', 'string', 'time'],
    [[1, 'two'], 'array', 'number[]'],
    ['text', 'array', 'string[]'],
    [{ a: 1 }, 'json', 'array'],
    [5, 'string', 'url'],
  ])('reject %j from %s to %s', (value, from, to) => {
    expect(() => convert(value, from, to)).toThrow(Unfit)
  })
})

describe('handles of ports', () => {
  const names = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('a-input-b', 'x-output-', '-output-', 'n-1'))

  test('are parsed as they were printed for any node and port', () => {
    fc.assert(
      fc.property(names, names, fc.constantFrom('input' as const, 'output' as const), (node, port, direction) => {
        expect(parseHandle(printHandle({ node, port }, direction), node, direction)).toBe(port)
      }),
    )
  })

  test('may be a bare port id, but not of another node or the other side', () => {
    expect(parseHandle('text', 'a', 'output')).toBe('text')
    expect(parseHandle('b-output-text', 'a', 'output')).toBeUndefined()
    expect(parseHandle('a-input-text', 'a', 'output')).toBeUndefined()
    expect(parseHandle('', 'a', 'output')).toBeUndefined()
    expect(parseHandle('a-output-', 'a', 'output')).toBeUndefined()
  })
})

describe('portsOf', () => {
  const type = (id: string) => smallCatalogue.types.get(id)!
  const ids = (config: Record<string, unknown>, id = 'ask') => [...portsOf(type(id), config).outputs.keys()]

  test('takes branches from the config, otherwise from the defaults of the type', () => {
    expect(ids({})).toEqual(['trigger', 'error', 'yes', 'no'])
    expect(ids({ branches: [{ name: 'maybe', label: 'Maybe' }, { label: 'nameless' }, 7] })).toEqual([
      'trigger',
      'error',
      'maybe',
    ])
  })

  test('adds dynamic ports, and static ones win', () => {
    const inputs = portsOf(type('prompt'), {
      dynamicInputs: [
        { name: 'city', label: 'City', dataType: 'string', required: true },
        { name: 'data', label: 'Mine', dataType: 'string' },
      ],
    }).inputs
    expect(inputs.get('city')).toEqual({ id: 'city', name: 'City', type: 'input', dataType: 'string', required: true })
    expect(inputs.get('data')?.dataType).toBe('json')
  })

  test('adds reserved ports to every type, a tool port to tools, and none to notes', () => {
    expect([...portsOf(type('prompt'), {}).inputs.keys()]).toEqual(['data', 'list', 'trigger'])
    expect(ids({}, 'prompt')).toEqual(['output', 'tool', 'trigger', 'error'])
    expect(ids({}, 'note')).toEqual([])
  })
})
