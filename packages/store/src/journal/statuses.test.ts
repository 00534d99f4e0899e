import { EXECUTION_STATUSES, isExecutionOver } from '@millrace/model'
import { expect, test } from 'vitest'
import { isOverNumber, STATUS_NUMBERS, statusOf } from './statuses.ts'

test('every status has the number that databases have stored for it', () => {
  expect(STATUS_NUMBERS).toEqual({ pending: 1, running: 2, completed: 3, failed: 4, cancelled: 5 })
  expect(Object.keys(STATUS_NUMBERS)).toEqual([...EXECUTION_STATUSES])
  for (const status of EXECUTION_STATUSES) expect(statusOf(STATUS_NUMBERS[status])).toBe(status)
})

test('a number is over where its status is', () => {
  for (const status of EXECUTION_STATUSES) expect(isOverNumber(STATUS_NUMBERS[status])).toBe(isExecutionOver(status))
})

test('an unknown number throws', () => {
  expect(() => statusOf(9)).toThrow('No status has the number 9.')
})
