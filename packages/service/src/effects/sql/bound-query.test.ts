import { describe, expect, test } from 'vitest'
import { boundQuery } from './bound-query.ts'

const NAMED = { a: 1, b: 'x', nothing: null }

describe('parameters', () => {
  test.each([
    ['x = :a', NAMED, 'x = $1', [1]],
    ['x = :a and y = :b or z = :a', NAMED, 'x = $1 and y = $2 or z = $3', [1, 'x', 1]],
    ['x = $2 and y=$1', ['p', 'q'], 'x = $1 and y=$2', ['q', 'p']],
    ['x = :nothing', NAMED, 'x = $1', [null]],
    ['f(:a,:b)', NAMED, 'f($1,$2)', [1, 'x']],
    ['no parameters', undefined, 'no parameters', []],
    [':a', NAMED, '$1', [1]],
  ])('%j with %j', (query, parameters, text, values) => {
    expect(boundQuery(query, parameters, 'postgres')).toEqual({ text, values })
  })

  test.each([
    ...["x = ':a'", `x = ":a"`, "x = 'it''s :a'", 'x -- :a', 'x /* :a */ y', 'x::text', 'list[1:2]', 'list[n:m]'],
    ...["x = E'\\':a'", "x = e'\\\\' || y", 'x = $$ :a $1 $$', 'x = $tag$ :a $$ $tag$', "x = 'open :a", 'x /* open :a'],
    ...['json ? y', "x = '$1'", "like':a'", 'x = $tag$ open :a'],
  ])('%j has no parameters', (query) => {
    expect(boundQuery(query, NAMED, 'postgres')).toEqual({ text: query, values: [] })
  })

  test('become ? for SQLite, which has neither $tag$ nor E quotes', () => {
    expect(boundQuery("x = E'\\' and y = :a and `:b` = $$ $$ and z = :b", NAMED, 'sqlite')).toEqual({
      text: "x = E'\\' and y = ? and `:b` = $$ $$ and z = ?",
      values: [1, 'x'],
    })
  })

  test.each([
    [':missing', NAMED, 'there is no parameter :missing'],
    [':toString', {}, 'there is no parameter :toString'],
    [':__proto__', {}, 'there is no parameter :__proto__'],
    ['$3', [1, 2], 'there is no parameter $3'],
    ['$0', [1], 'there is no parameter $0'],
    ['$1', NAMED, 'there is no parameter $1'],
    [':length', [1], 'there is no parameter :length'],
    [':a', 'text', 'parameters must be a list or an object'],
    [':a', undefined, 'there is no parameter :a'],
  ])('%j with %j is rejected', (query, parameters, reason) => {
    expect(() => boundQuery(query, parameters, 'postgres')).toThrow(
      expect.objectContaining({ code: 'SQL_FAILED', retryable: false, message: expect.stringContaining(reason) }),
    )
  })

  test('a plain question mark is rejected for SQLite, because it would shift the others', () => {
    expect(() => boundQuery('x = ? and y = :a', NAMED, 'sqlite')).toThrow('written as $1 or :name')
    expect(boundQuery("x = '?'", NAMED, 'sqlite').text).toBe("x = '?'")
  })
})

describe('one statement', () => {
  test.each([
    ['one;', 'one'],
    ['one ; \n ; -- the end\n /* ; */ ', 'one '],
    ["x = ';'", "x = ';'"],
    ['x -- ; y', 'x -- ; y'],
  ])('%j is one statement', (query, text) => {
    expect(boundQuery(query, [], 'postgres').text).toBe(text)
  })

  test.each(['one; two', "x = ''; drop", 'one;;two', 'one; -- c\n two'])('%j is rejected', (query) => {
    expect(() => boundQuery(query, [], 'postgres')).toThrow('must be a single statement')
  })
})

test.each(['/*', '$$', '$a$', "'", "E'\\", '--', ':', ';', '$1', '::', '"', '$'])(
  '64 KiB of %j are parsed in linear time',
  (piece) => {
    const query = piece.repeat(65_536 / piece.length)
    for (const dialect of ['postgres', 'sqlite'] as const) {
      try {
        boundQuery(query, [1], dialect)
      } catch {}
    }
  },
)
