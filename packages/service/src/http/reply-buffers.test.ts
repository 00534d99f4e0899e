import { expect, test } from 'vitest'
import { bytesInSlices } from './reply.ts'
import { lendBuffer, takeBack } from './reply-buffers.ts'

test('lends a buffer again after it was taken back, and not before', () => {
  const first = lendBuffer(100_000)
  const second = lendBuffer(100_000)
  expect(second.buffer).not.toBe(first.buffer)
  takeBack(first)
  const third = lendBuffer(120_000)
  expect([third.length, third.buffer]).toEqual([120_000, first.buffer])
  // Taken back already: a second time must not lend it to two replies.
  takeBack(second)
  takeBack(second)
  const [fourth, fifth] = [lendBuffer(100_000), lendBuffer(100_000)]
  expect(fourth.buffer).toBe(second.buffer)
  expect(fifth.buffer).not.toBe(second.buffer)
})

test('takes neither other bytes nor large buffers back', () => {
  const other = Buffer.allocUnsafeSlow(300_000)
  takeBack(other)
  expect(lendBuffer(300_000).buffer).not.toBe(other.buffer)
  const large = lendBuffer(5_000_000)
  takeBack(large)
  expect(lendBuffer(5_000_000).buffer).not.toBe(large.buffer)
})

test.each([
  ['short texts', ['{"a":"', 'ü€👍', Buffer.from('"}'), 'plain']],
  ['long texts', ['"', '€'.repeat(200_000), 'ü'.repeat(400_000), '"']],
])('encodes %s in a lent buffer as in one of their own', async (_, parts) => {
  const lent = await bytesInSlices(parts, lendBuffer)
  expect(lent.equals(await bytesInSlices(parts))).toBe(true)
  expect(lent.toString()).toBe(parts.map(String).join(''))
})
