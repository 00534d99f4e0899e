import { describe, expect, test } from 'vitest'
import { catalogueOf } from './catalogue.ts'
import { isAnnotationType, isOutputType, joinOf, migratedExtensions, timeoutMsOf } from './extensions.ts'
import { isObject } from './json.ts'
import { defineNode } from './node-type.ts'
import { Type } from './schema.ts'

const PLAIN = {
  version: '1.0.0',
  name: 'One',
  description: 'One.',
  category: 'helpers',
  icon: 'mdi:one',
  tags: [],
  config: Type.Object({}),
  inputs: {},
  outputs: {},
} as const

const { types } = catalogueOf([
  defineNode({ ...PLAIN, id: 'note', annotation: true }),
  defineNode({ ...PLAIN, id: 'result', isOutput: true }),
  defineNode({ ...PLAIN, id: 'each', loop: { kind: 'foreach', each: ['item'] } }),
  defineNode({ ...PLAIN, id: 'plain' }),
])

test('writes an object for every extension key of the catalogue', () => {
  const values = [...types.values()].flatMap(({ extensions }) => Object.entries(extensions))
  expect(values.map(([key]) => key)).toEqual(['millrace:annotation', 'millrace:output', 'millrace:loop'])
  expect(values.every(([, value]) => isObject(value))).toBe(true)
})

test('recognises annotations and outputs in the catalogue', () => {
  expect([...types.values()].filter(isAnnotationType).map(({ id }) => id)).toEqual(['note'])
  expect([...types.values()].filter(isOutputType).map(({ id }) => id)).toEqual(['result'])
})

describe('extensions as earlier releases wrote them', () => {
  test.each([
    ['true', true, true],
    ['an object', {}, true],
    ['an object that switches it off', { enabled: false }, false],
    ['nothing', undefined, false],
    ['false', false, false],
  ])('include a flag with the value %s', (_, value, expected) => {
    expect(isAnnotationType({ extensions: { 'millrace:annotation': value } })).toBe(expected)
    expect(isOutputType({ extensions: { 'millrace:output': value } })).toBe(expected)
  })

  test('include both forms of a join', () => {
    expect([{}, { 'millrace:join': 'any' }, { 'millrace:join': { mode: 'any' } }].map(joinOf)).toEqual([
      'all',
      'any',
      'any',
    ])
  })

  test('include both forms of a time limit, and the newer one wins', () => {
    const old = { 'millrace:timeoutMs': 200 }
    expect(
      [{}, old, { 'millrace:timeout': { ms: 300 } }, { ...old, 'millrace:timeout': { ms: 300 } }].map(timeoutMsOf),
    ).toEqual([undefined, 200, 300, 300])
  })

  test('are replaced by objects; other keys do not change', () => {
    const own = { 'host:thing': 1, ui: { style: {} } }
    expect(migratedExtensions({ ...own, 'millrace:join': 'any', 'millrace:timeoutMs': 5 })).toEqual({
      ...own,
      'millrace:join': { mode: 'any' },
      'millrace:timeout': { ms: 5 },
    })
    expect(migratedExtensions(own)).toBe(own)
  })
})
