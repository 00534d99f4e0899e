import { EXECUTION_STATUSES, isExecutionOver } from '@millrace/model'
import { expect, test } from 'vitest'
import { isFinalStatusNumber, STATUS_NUMBERS, statusOf } from './statuses.ts'

test('keeps the status numbers that existing databases contain', () => {
  expect(STATUS_NUMBERS).toEqual({ pending: 1, running: 2, completed: 3, failed: 4, cancelled: 5 })
  expect(Object.keys(STATUS_NUMBERS)).toEqual([...EXECUTION_STATUSES])
  for (const status of EXECUTION_STATUSES) expect(statusOf(STATUS_NUMBERS[status])).toBe(status)
})

test('treats a status number as final if its status is final', () => {
  for (const status of EXECUTION_STATUSES)
    expect(isFinalStatusNumber(STATUS_NUMBERS[status])).toBe(isExecutionOver(status))
})

test('throws on an unknown status number', () => {
  expect(() => statusOf(9)).toThrow('Unknown execution status number 9 in the database.')
})
