import { describe, expect, test } from 'vitest'
import { mapOfRows, repeatedNames, rowsOfMap, rowsOfText, textOfRows } from './map-rows.ts'

describe('rows of a map', () => {
  test('keep the order and the values', () => {
    const map = { Accept: 'text/plain', 'X-From': 'a: b' }
    expect(mapOfRows(rowsOfMap(map))).toEqual(map)
    expect(rowsOfMap('no map')).toEqual([])
  })

  test('without a name are not stored, and repeated names are found', () => {
    const rows = [
      { name: 'a', value: '1' },
      { name: '', value: 'x' },
      { name: 'a', value: '2' },
    ]
    expect(mapOfRows(rows)).toEqual({ a: '2' })
    expect([...repeatedNames(rows)]).toEqual(['a'])
  })

  test('are written and read as lines', () => {
    const rows = rowsOfMap({ Accept: 'text/plain', Authorization: 'Bearer a:b=c' })
    expect(textOfRows(rows)).toBe('Accept: text/plain\nAuthorization: Bearer a:b=c')
    expect(rowsOfText(textOfRows(rows))).toEqual(rows)
  })
})

test.each([
  ['{"a": "1", "b": 2, "c": {"d": 3}}', { a: '1', b: '2', c: '{"d":3}' }],
  ['Accept: */*\nX-Id: 7\n', { Accept: '*/*', 'X-Id': '7' }],
  ['PORT=80\r\nHOST = a', { PORT: '80', HOST: 'a' }],
  [`-H 'Accept: text/html' \\\n--header "X-Name: Ada"`, { Accept: 'text/html', 'X-Name': 'Ada' }],
  ['Empty:', { Empty: '' }],
])('reads the rows of the pasted text %j', (text, map) => {
  expect(mapOfRows(rowsOfText(text) ?? [])).toEqual(map)
})

test.each(['a value', 'two\nlines', '', '[1, 2]'])('pastes the text %j as it is', (text) => {
  expect(rowsOfText(text)).toBeUndefined()
})
