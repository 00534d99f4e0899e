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
  ])('%j has none', (query) => {
    expect(boundQuery(query, NAMED, 'postgres')).toEqual({ text: query, values: [] })
  })

  test('are marked with ? for SQLite, where $tag$ and E quote nothing', () => {
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
    [':a', 'text', 'parameters are a list or an object'],
    [':a', undefined, 'there is no parameter :a'],
  ])('%j with %j is refused', (query, parameters, reason) => {
    expect(() => boundQuery(query, parameters, 'postgres')).toThrow(
      expect.objectContaining({ code: 'SQL_FAILED', retryable: false, message: expect.stringContaining(reason) }),
    )
  })

  test('a plain question mark would shift the others, so SQLite may not have it', () => {
    expect(() => boundQuery('x = ? and y = :a', NAMED, 'sqlite')).toThrow('written $1 or :name')
    expect(boundQuery("x = '?'", NAMED, 'sqlite').text).toBe("x = '?'")
  })
})

describe('one statement', () => {
  test.each([
    ['one;', 'one'],
    ['one ; \n ; -- the end\n /* ; */ ', 'one '],
    ["x = ';'", "x = ';'"],
    ['x -- ; y', 'x -- ; y'],
  ])('%j is one', (query, text) => {
    expect(boundQuery(query, [], 'postgres').text).toBe(text)
  })

  test.each(['one; two', "x = ''; drop", 'one;;two', 'one; -- c\n two'])('%j is not', (query) => {
    expect(() => boundQuery(query, [], 'postgres')).toThrow('more than one statement')
  })
})

test.each(['/*', '$$', '$a$', "'", "E'\\", '--', ':', ';', '$1', '::', '"', '$'])(
  '64 KiB of %j are read in one go',
  (piece) => {
    const query = piece.repeat(65_536 / piece.length)
    for (const dialect of ['postgres', 'sqlite'] as const) {
      try {
        boundQuery(query, [1], dialect)
      } catch {}
    }
  },
)
