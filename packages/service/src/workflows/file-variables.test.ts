import { describe, expect, test } from 'vitest'
import { masked, withReferences, withVariables } from './file-variables.ts'

describe('variables of workflow files', () => {
  test('are replaced in texts; a text that is only a variable becomes its value', () => {
    const other = `100% {x} $${'{y}'} {{z}}`
    const file = { a: 'https://%{HOST}/x?%{N}', list: ['%{N}', { b: '%{OBJECT}' }], other }
    expect(withVariables(file, { HOST: 'h', N: 3, OBJECT: { c: 1 } }, 'f.yaml')).toEqual({
      a: 'https://h/x?3',
      list: [3, { b: { c: 1 } }],
      other,
    })
  })

  test('without a value are rejected with the file', () => {
    expect(() => withVariables({ a: '%{toString}' }, {}, 'f.yaml')).toThrow(
      'f.yaml: the variable "toString" has no value',
    )
  })

  test.each(['%{X}', '%%{X}', '%%%{X} %{Y}', 'a%{X}b', '%{', '%%', '%{1}'])(
    'a literal %j survives a round trip',
    (text) => {
      const file = withReferences({ text }, undefined)
      expect(withVariables(file, {}, 'f.yaml')).toEqual({ text })
    },
  )

  test('of an earlier file are kept where the document has a plain value', () => {
    const earlier = {
      nodes: [
        { id: 'b', url: 'https://%{HOST}' },
        { id: 'a', n: '%{N}' },
      ],
      gone: '%{GONE}',
    }
    const document = {
      nodes: [
        { id: 'a', n: 5 },
        { id: 'b', url: 'https://h', more: '%{literal}' },
      ],
    }
    expect(withReferences(document, earlier)).toEqual({
      nodes: [
        { id: 'a', n: '%{N}' },
        { id: 'b', url: 'https://%{HOST}', more: '%%{literal}' },
      ],
    })
  })

  test('are masked in what is printed', () => {
    expect(masked('from "a" to "s3cret\\"x"', { KEY: 's3cret"x', SHORT: 'a' })).toBe('from "a" to "%{KEY}"')
  })
})
