import type { PlaygroundMessage as Message } from '@millrace/client'
import { expect, test } from 'vitest'
import { currentMessages } from './replaced-messages.ts'

const message = (sequenceNumber: number, replaces?: number) =>
  ({ sequenceNumber, metadata: replaces === undefined ? {} : { replaces } }) as unknown as Message

const numbers = (messages: readonly Message[]) => currentMessages(messages).map(({ sequenceNumber }) => sequenceNumber)

test('leaves out what later messages replaced', () => {
  expect(numbers([message(1), message(2), message(3)])).toEqual([1, 2, 3])
  expect(numbers([message(1), message(2), message(3), message(4), message(5, 3), message(6)])).toEqual([1, 2, 5, 6])
  // The service gives the number of the first replaced message, if a replaced one had replaced another.
  expect(numbers([message(1), message(2), message(3, 2), message(4), message(5, 2), message(6)])).toEqual([1, 5, 6])
})

test('keeps the messages of a page that starts after the replaced one', () => {
  expect(numbers([message(8), message(9, 3), message(10)])).toEqual([9, 10])
})
