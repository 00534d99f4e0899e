import { expect, test } from 'vitest'
import { expressionNames } from './expression-names.ts'

const pathsIn = (text: string) => expressionNames(text)?.map(({ path }) => path.join('.'))

test.each([
  ['body.id', ['body.id']],
  ['`my input`.a', ['my input.a']],
  ['$.a.b & $$.c', ['a.b', 'c']],
  ['items[price > limit].name', ['items']],
  ['items[price > $$.limit]', ['items', 'limit']],
  ['$map(rows, function($r) { $r.total * rate })', ['rows', 'rate']],
  ['a.(b + c)', ['a']],
  ['a^(b)', ['a']],
  ['items{name: $sum(price)}', ['items']],
  ['{"x": y, "z": [p, q]}', ['y', 'p', 'q']],
  ['ok ? yes : no', ['ok', 'yes', 'no']],
  ['($x := a.b; $x.c & d)', ['a.b', 'd']],
  ['data ~> |rows|{"n": m}|', ['data']],
  ['$count([1..3])', []],
  ['-n', ['n']],
])('%s looks up %j', (text, paths) => {
  expect(pathsIn(text)).toEqual(paths)
})

test('a name has its position in the text', () => {
  expect(expressionNames('  a & bcd.e')).toEqual([
    { path: ['a'], position: 2 },
    { path: ['bcd', 'e'], position: 6 },
  ])
})

test('a text that does not parse has no names', () => {
  expect(expressionNames('1 +')).toBeUndefined()
})
