import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnsOf, delimiterOf, recordOf, recordsIn, uniqueNames, writtenRecords } from './records.ts'

test('parses what it writes', async () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '🙂') })
  const records = fc.array(fc.tuple(value, value), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom(',', ';', '\t'), async (written, delimiter) => {
      const text = await writtenRecords(written, delimiter)
      expect(await recordsIn(text, delimiter)).toEqual(written)
    }),
  )
})

test('strips a byte order mark from the first column name', async () => {
  expect(await recordsIn('\uFEFFa,b\r\n1,2\r\n\r\n', ',')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('reports the position of an unclosed quote', async () => {
  await expect(recordsIn('a\n"b', ',')).rejects.toMatchObject({ code: 'BAD_CSV' })
})

test('accepts and rejects delimiters', () => {
  expect([delimiterOf({}), delimiterOf({ delimiter: '\\t' }), delimiterOf({ delimiter: '::' })]).toEqual([
    ',',
    '\t',
    '::',
  ])
  expect(() => delimiterOf({ delimiter: '"' })).toThrow('must not be a quote or a line break')
})

test('derives unique names, columns and rows', () => {
  expect(uniqueNames(['a', 'a', 'a_2', 'a', ''])).toEqual(['a', 'a_2', 'a_2_2', 'a_3', ''])
  expect(columnsOf([{ b: 1 }, { a: 1, b: 2 }])).toEqual(['b', 'a'])
  expect(columnsOf([['x']])).toBeUndefined()
  expect(recordOf({ a: null, toString: 1 }, 0, ['a', 'valueOf', 'toString'])).toEqual(['', '', '1'])
})

test('renames many duplicate columns in linear time', () => {
  const names = uniqueNames(Array(200_000).fill('a'))
  expect([new Set(names).size, names[1], names.at(-1)]).toEqual([200_000, 'a_2', 'a_200000'])
})
