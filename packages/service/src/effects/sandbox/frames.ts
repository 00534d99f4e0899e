/**
 * How the service and a sandbox process talk: a small JSON head and a body of text, both with their length in front.
 *
 * Not Node's own message channel: that one has no largest message, so a process gone wild could fill the memory of the
 * service. Here the lengths are checked before anything is kept.
 */

/** What was received: the head parsed, the body as it is. */
export interface Frame {
  readonly head: unknown
  readonly body: string
}

const LENGTHS = 8

/** The bytes of one message. */
export function frameOf(head: unknown, body: string): Buffer {
  const headText = JSON.stringify(head)
  const headBytes = Buffer.byteLength(headText)
  const bodyBytes = Buffer.byteLength(body)
  const frame = Buffer.allocUnsafe(LENGTHS + headBytes + bodyBytes)
  frame.writeUInt32LE(headBytes, 0)
  frame.writeUInt32LE(bodyBytes, 4)
  frame.write(headText, LENGTHS)
  frame.write(body, LENGTHS + headBytes)
  return frame
}

/** Thrown for a message that is longer than it may be; nothing after it can be read. */
export class FrameTooLarge extends Error {}

/** Puts messages together again from the pieces in which a pipe delivers them. */
export class FrameReader {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  /** Length of the message under way, once its first bytes are here. */
  #awaited = LENGTHS

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The messages that a piece completes. */
  push(piece: Buffer): Frame[] {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    const frames: Frame[] = []
    while (this.#bytes >= this.#awaited) {
      const all = Buffer.concat(this.#pieces)
      const headBytes = all.readUInt32LE(0)
      const total = LENGTHS + headBytes + all.readUInt32LE(4)
      if (total > this.#maxBytes) throw new FrameTooLarge(`A message of ${total} bytes is too large.`)
      this.#awaited = total
      this.#pieces = [all]
      if (all.length < total) break
      frames.push({
        head: JSON.parse(all.toString('utf8', LENGTHS, LENGTHS + headBytes)),
        body: all.toString('utf8', LENGTHS + headBytes, total),
      })
      this.#pieces = all.length === total ? [] : [all.subarray(total)]
      this.#bytes = all.length - total
      this.#awaited = LENGTHS
    }
    return frames
  }
}
