import { describe, expect, test } from 'vitest'
import { pathIn, pathSteps, stepsInScope } from './language-path.ts'

test.each([
  ['data', ['data']],
  ['nodes.fetch.items[0].id', ['nodes', 'fetch', 'items', 0, 'id']],
  ['nodes.`http_request.1`.json.`first name`', ['nodes', 'http_request.1', 'json', 'first name']],
  ['a[0][1]', ['a', 0, 1]],
])('reads the steps of %s', (path, steps) => {
  expect(pathSteps(path)).toEqual(steps)
})

test.each(['a + b', '$sum(a)', 'a[b]', 'a[0'])('%s is not a path', (text) => {
  expect(pathSteps(text)).toBeUndefined()
})

describe('a path is written in the language of its editor', () => {
  test.each([
    ['expression', ['a', 0, 'first name'], 'a[0].`first name`'],
    ['expression', [0, 'id'], '$[0].id'],
    ['expression', [], '$'],
    ['template', ['a', 0, 'first name'], 'a[0]["first name"]'],
    ['code', ['data', 'a-b', 'c'], 'data["a-b"].c'],
  ] as const)('%s %j', (language, steps, text) => {
    expect(pathIn(language, steps)).toBe(text)
  })
})

describe('a path of an input is written with the names of the scope', () => {
  test.each([
    [undefined, ['data', 'id'], ['data', 'id']],
    [{ kind: 'inputs' }, ['a', 'id'], ['a', 'id']],
    [{ kind: 'value', port: 'data' }, ['data', 'id'], ['id']],
    [{ kind: 'value', port: 'data' }, ['data'], []],
    [{ kind: 'value', port: 'data' }, ['other'], undefined],
    [{ kind: 'fields', port: 'data' }, ['data', 'id'], ['id']],
    [{ kind: 'fields', port: 'data' }, ['data', 0], ['value', 0]],
    [{ kind: 'placeholders', port: 'data' }, ['data', 'id'], ['id']],
    [{ kind: 'placeholders', port: 'data' }, ['data'], ['data']],
    [{ kind: 'placeholders', port: 'data' }, ['user', 'id'], ['user', 'id']],
    [{ kind: 'item', port: 'data' }, ['data', 3, 'price'], ['price']],
    [{ kind: 'item', port: 'data' }, ['data'], undefined],
    [{ kind: 'reduce', port: 'data', start: 'value' }, ['data', 0, 'price'], ['item', 'price']],
    [{ kind: 'round', port: 'value' }, ['value', 'n'], ['value', 'n']],
  ] as const)('%j %j', (scope, steps, expected) => {
    expect(stepsInScope(scope, steps)).toEqual(expected)
  })
})
