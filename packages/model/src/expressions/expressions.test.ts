import { describe, expect, test } from 'vitest'
import { plainSetting, readExpressions, setExpression, settingKeys, settingOf, withSetting } from './expressions.ts'

const NODE = { id: 'a', data: { config: { url: 'https://a.example' }, extensions: { 'other:key': { x: 1 } } } }

describe('the expressions of a node', () => {
  test('are stored beside the plain setting and can be read and removed', () => {
    const one = setExpression(NODE, 'url', '{{ a }}')
    expect(one.data).toEqual({
      config: { url: 'https://a.example' },
      extensions: { 'other:key': { x: 1 }, 'millrace:expressions': { url: '{{ a }}' } },
    })
    expect(readExpressions(setExpression(one, 'headers/Accept', 'b'))).toEqual({
      url: '{{ a }}',
      'headers/Accept': 'b',
    })
    expect(setExpression(one, 'url', undefined)).toEqual(NODE)
    expect(setExpression(setExpression({ id: 'b' }, 'x', 'y'), 'x', undefined)).toEqual({ id: 'b', data: {} })
  })

  test('are read leniently', () => {
    for (const stored of [undefined, null, 7, ['x'], { url: 7 }]) {
      expect(readExpressions({ id: 'a', data: { extensions: { 'millrace:expressions': stored } } })).toEqual({})
    }
  })
})

describe('a setting inside a config', () => {
  test('keys are escaped as in a JSON pointer', () => {
    expect(settingOf(['headers', 'a/b~c', 0])).toBe('headers/a~1b~0c/0')
    expect(settingKeys('headers/a~1b~0c/0')).toEqual(['headers', 'a/b~c', '0'])
  })

  test('setting a value changes nothing else and creates missing objects', () => {
    const config = { list: [{ a: 1 }, { a: 2 }], other: {} }
    expect(withSetting(config, 'list/1/a', 'x')).toEqual({ list: [{ a: 1 }, { a: 'x' }], other: {} })
    expect(withSetting({}, 'headers/Accept', 'x')).toEqual({ headers: { Accept: 'x' } })
    expect(withSetting(config, 'list/7/a', 'x')).toEqual(config)
    expect(config).toEqual({ list: [{ a: 1 }, { a: 2 }], other: {} })
    expect(Object.keys(withSetting({}, '__proto__/polluted', 'x'))).toEqual(['__proto__'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('the plain value is found by the same keys', () => {
    expect(plainSetting({ list: [{ a: 1 }] }, 'list/0/a')).toBe(1)
    expect(plainSetting({}, 'constructor/name')).toBeUndefined()
  })
})
