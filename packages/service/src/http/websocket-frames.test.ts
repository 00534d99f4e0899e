import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closeFrame, FrameReader, frameOf, type Incoming, OPCODES, ProtocolError } from './websocket-frames.ts'

interface Sent {
  readonly opcode?: number
  readonly isFinal?: boolean
  readonly isMasked?: boolean
  readonly reserved?: number
}

/** A frame as a client sends it. */
function sent(
  payload: Buffer | string,
  { opcode = OPCODES.text, isFinal = true, isMasked = true, reserved = 0 }: Sent = {},
): Buffer {
  const body = Buffer.from(payload)
  const plain = frameOf(opcode, body)
  const head = Buffer.from(plain.subarray(0, plain.length - body.length))
  head[0] = (isFinal ? 0x80 : 0) | reserved | opcode
  if (!isMasked) return Buffer.concat([head, body])
  head[1] = (head[1] ?? 0) | 0x80
  const mask = Buffer.from([1, 2, 3, 4])
  return Buffer.concat([head, mask, body.map((byte, at) => byte ^ (mask[at & 3] ?? 0))])
}

function read(...chunks: readonly Buffer[]): Incoming[] {
  const reader = new FrameReader(100_000)
  return chunks.flatMap((chunk) => [...reader.read(chunk)])
}

function refusal(...chunks: readonly Buffer[]): unknown {
  try {
    return read(...chunks)
  } catch (error) {
    return error instanceof ProtocolError ? error.code : error
  }
}

test('messages of every length come out as they went in, however they are cut on the way', () => {
  const lengths = fc.oneof(fc.nat(130), fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000))
  fc.assert(
    fc.property(
      fc.array(lengths, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 50_000 }),
      (sizes, step) => {
        const texts = sizes.map((size) => 'x'.repeat(size))
        const bytes = Buffer.concat(texts.map((text) => sent(text)))
        const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
          bytes.subarray(at * step, (at + 1) * step),
        )
        expect(read(...chunks)).toEqual(texts.map((text) => ({ kind: 'text', text })))
      },
    ),
    { numRuns: 50 },
  )
})

test('a message may come in parts, with control frames between them', () => {
  const parts = [
    sent('Hel', { isFinal: false }),
    sent('!', { opcode: OPCODES.ping }),
    sent('lo ', { opcode: OPCODES.continuation, isFinal: false }),
    sent('Ada', { opcode: OPCODES.continuation }),
    sent('', { opcode: OPCODES.pong }),
    sent(Buffer.from([3, 232, 98, 121, 101]), { opcode: OPCODES.close }),
  ]
  expect(read(...parts)).toEqual([
    { kind: 'ping', data: Buffer.from('!') },
    { kind: 'text', text: 'Hello Ada' },
    { kind: 'pong', data: Buffer.alloc(0) },
    { kind: 'close', code: 1000, reason: 'bye' },
  ])
})

describe('what breaks the rules is refused with the code for it', () => {
  test.each<[string, number, readonly Buffer[]]>([
    ['a frame without a mask', 1002, [sent('x', { isMasked: false })]],
    ['reserved bits', 1002, [sent('x', { reserved: 0x40 })]],
    ['an opcode that does not exist', 1002, [sent('x', { opcode: 3 })]],
    ['a control opcode that does not exist', 1002, [sent('x', { opcode: 11 })]],
    ['a control frame in parts', 1002, [sent('x', { opcode: OPCODES.ping, isFinal: false })]],
    ['a control frame that is too long', 1002, [sent('x'.repeat(126), { opcode: OPCODES.ping })]],
    ['a continuation of nothing', 1002, [sent('x', { opcode: OPCODES.continuation })]],
    ['a message inside another', 1002, [sent('x', { isFinal: false }), sent('y')]],
    ['a close with half a code', 1002, [sent('x', { opcode: OPCODES.close })]],
    ['a close code that is not for sending', 1002, [sent(Buffer.from([3, 237]), { opcode: OPCODES.close })]],
    ['text that is no UTF-8', 1007, [sent(Buffer.from([0xff]))]],
    ['a message that is too long', 1009, [sent('x'.repeat(100_001))]],
    [
      'parts that are too long together',
      1009,
      [sent('x'.repeat(60_000), { isFinal: false }), sent('x'.repeat(60_000), { opcode: OPCODES.continuation })],
    ],
    ['a length that no memory has', 1009, [Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])]],
  ])('%s', (_, code, chunks) => {
    expect(refusal(...chunks)).toBe(code)
  })
})

test('a reason that does not fit into a close is cut between characters', () => {
  const frame = closeFrame(1000, 'ä'.repeat(100))
  expect(frame.length).toBeLessThanOrEqual(127)
  expect(frame.subarray(4).toString()).toMatch(/^ä+$/)
})
