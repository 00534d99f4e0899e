import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, FrameTooLarge, frameOf } from './frames.ts'

test('decodes messages as they were encoded, however the pipe splits them', () => {
  const message = fc.record({ head: fc.jsonValue(), body: fc.string({ unit: 'grapheme' }) })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat({ max: 40 })), (messages, cuts) => {
      const bytes = Buffer.concat(messages.map(({ head, body }) => frameOf(head, body)))
      const reader = new FrameReader(1_000_000)
      const received = []
      let at = 0
      for (const length of [...cuts, bytes.length]) {
        for (const { head, body } of reader.push(bytes.subarray(at, at + length)))
          received.push({ head, body: String(body) })
        at += length
      }
      expect(JSON.stringify(received)).toBe(JSON.stringify(messages))
    }),
  )
})

test('rejects a message that is too long by its declared length, before it has arrived', () => {
  const reader = new FrameReader(1_000)
  expect(() => reader.push(frameOf({}, 'x'.repeat(2_000)).subarray(0, 8))).toThrow(FrameTooLarge)
})
