import { expect, test } from 'vitest'
import { errorValue, roundValue } from './delivered-values.ts'

test('delivers the failure and the failed node over an error edge', () => {
  const failure = { message: 'no', code: 'REFUSED', retryAfterMs: 5 }
  expect(errorValue('ask', failure)).toStrictEqual({
    message: 'no',
    code: 'REFUSED',
    node_id: 'ask',
    retryable: false,
  })
  expect(errorValue('ask', { ...failure, retryable: true }).retryable).toBe(true)
})

test('outputs one value per port and round from the head of a loop', () => {
  const rounds = { items: ['a', 'b'], total: 2, value: 7 }
  const ports = ['item', 'index', 'total', 'is_first', 'is_last', 'value', 'results']
  expect(ports.map((port) => roundValue(rounds, 0, port))).toEqual(['a', 0, 2, true, false, 7, undefined])
  expect(ports.map((port) => roundValue(rounds, 1, port))).toEqual(['b', 1, 2, false, true, 7, undefined])
})
