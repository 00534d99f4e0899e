import { describe, expect, test } from 'vitest'
import { firstNames, nodeReferences, plainPath, writtenName } from './references.ts'

describe('references to nodes', () => {
  test('finds the name, the output and the keys after it', () => {
    expect(nodeReferences('nodes.fetch.json.id')).toEqual([{ name: 'fetch', path: ['json', 'id'], start: 6, end: 11 }])
    const found = nodeReferences('nodes.`http_request.1`.body & $sum(nodes.list.items[price > 1].price)')
    expect(found.map(({ name, path }) => [name, ...path])).toEqual([
      ['http_request.1', 'body'],
      ['list', 'items'],
    ])
  })

  test('a root before the name is the same reference', () => {
    expect(nodeReferences('$.nodes.a.b & $$.nodes.c').map(({ name }) => name)).toEqual(['a', 'c'])
  })

  test('texts and keys of other values are not references', () => {
    expect(nodeReferences('"nodes.a" & graph.nodes.b')).toEqual([])
  })
})

describe('a plain path', () => {
  test.each([
    ['body', ['body']],
    [' nodes . fetch.json.id ', ['nodes', 'fetch', 'json', 'id']],
    ['`my input`.a', ['my input', 'a']],
  ])('%s', (source, names) => expect(plainPath(source)).toEqual(names))

  test.each(['', '1', '"a"', 'a[0]', 'a.b + 1', 'a.', '$x.a', 'a "b', 'a.*'])('%j is not one', (source) =>
    expect(plainPath(source)).toBeUndefined(),
  )
})

test('first names are those that are not keys of another value', () => {
  expect([...firstNames('a.b & c[d = 1] & $.e & "f"')]).toEqual(['a', 'c', 'd', 'e'])
})

test('writes unusual names in backticks', () => {
  expect(['fetch', 'http_request.1', '2nd', 'and'].map(writtenName)).toEqual([
    'fetch',
    '`http_request.1`',
    '`2nd`',
    '`and`',
  ])
})
