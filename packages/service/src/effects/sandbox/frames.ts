/**
 * The protocol between the service and a sandbox process: a small JSON head and a text body, each preceded by its length.
 *
 * Node's own message channel has no size limit, so a hostile process could fill the memory of the service. Here the
 * lengths are checked before anything is buffered.
 */

/** A received message: the parsed head and the raw body, which is UTF-8 text. */
export interface Frame {
  readonly head: unknown
  readonly body: Buffer
}

const LENGTHS = 8

/** Encodes one message. */
export function frameOf(head: unknown, body: string | Uint8Array): Buffer {
  const headText = JSON.stringify(head)
  const headBytes = Buffer.byteLength(headText)
  const bodyBytes = Buffer.byteLength(body)
  const frame = Buffer.allocUnsafe(LENGTHS + headBytes + bodyBytes)
  frame.writeUInt32LE(headBytes, 0)
  frame.writeUInt32LE(bodyBytes, 4)
  frame.write(headText, LENGTHS)
  if (typeof body === 'string') frame.write(body, LENGTHS + headBytes)
  else frame.set(body, LENGTHS + headBytes)
  return frame
}

/** A message exceeds the maximum size; the rest of the stream cannot be read. */
export class FrameTooLarge extends Error {}

/** Reassembles messages from the chunks of a pipe. */
export class FrameReader {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  /** Length of the current message, once its first bytes have arrived. */
  #awaited = LENGTHS

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the messages that a chunk completes. */
  push(piece: Buffer): Frame[] {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    const frames: Frame[] = []
    while (this.#bytes >= this.#awaited) {
      const all = this.#joined()
      const headBytes = all.readUInt32LE(0)
      const total = LENGTHS + headBytes + all.readUInt32LE(4)
      if (total > this.#maxBytes) {
        throw new FrameTooLarge(`A message must have at most ${this.#maxBytes} bytes (got ${total}).`)
      }
      this.#awaited = total
      this.#pieces = [all]
      if (all.length < total) break
      frames.push({
        head: JSON.parse(all.toString('utf8', LENGTHS, LENGTHS + headBytes)),
        body: all.subarray(LENGTHS + headBytes, total),
      })
      this.#pieces = all.length === total ? [] : [all.subarray(total)]
      this.#bytes = all.length - total
      this.#awaited = LENGTHS
    }
    return frames
  }

  /** The bytes that have arrived and are not used yet. */
  #joined(): Buffer {
    const [first] = this.#pieces
    return first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
  }
}
