import { expect, test } from 'vitest'
import { eventParser } from './event-stream.ts'

test('an event that arrives in pieces is given once it is whole', () => {
  const parse = eventParser()
  expect(parse('id: 7\nevent: upd')).toEqual([])
  expect(parse('ate\ndata: {"a":1}\n')).toEqual([])
  expect(parse('\n')).toEqual([{ id: '7', event: 'update', data: '{"a":1}' }])
})

test('several data lines are one text, comments are skipped, carriage returns too', () => {
  const parse = eventParser()
  expect(parse(': hello\r\n\r\ndata: one\r\ndata: two\r\n\r\n')).toEqual([
    { id: undefined, event: 'message', data: 'one\ntwo' },
  ])
})
