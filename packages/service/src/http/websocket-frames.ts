/** Frames of RFC 6455, the server's side: read what a client sends, write what it is sent. Pure. */

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Something that a client sent, whole. */
export type Incoming =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly data: Buffer }
  | { readonly kind: 'ping' | 'pong'; readonly data: Buffer }
  | { readonly kind: 'close'; readonly code: number | undefined; readonly reason: string }

/** A client that does not keep to the protocol; `code` is what the connection is closed with. */
export class ProtocolError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const MAX_CONTROL = 125

/** A frame to a client: never masked, never split. */
export function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head = length <= MAX_CONTROL ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  head[0] = 0x80 | opcode
  if (length <= MAX_CONTROL) head[1] = length
  else if (length < 65_536) {
    head[1] = 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, payload])
}

/** A close frame; a reason that is too long is cut between characters. */
export function closeFrame(code: number, reason = ''): Buffer {
  let text = Buffer.from(reason)
  for (let cut = reason; text.length > MAX_CONTROL - 2; text = Buffer.from(cut)) cut = cut.slice(0, -1)
  const payload = Buffer.alloc(2 + text.length)
  payload.writeUInt16BE(code)
  text.copy(payload, 2)
  return frameOf(OPCODES.close, payload)
}

interface Head {
  readonly isFinal: boolean
  readonly opcode: number
  readonly length: number
  /** Where the payload begins; the mask stands right before it. */
  readonly start: number
}

/** Puts messages together from whatever pieces arrive. Throws a ProtocolError, after which nothing more is read. */
export class FrameReader {
  readonly #maxMessage: number
  #buffered: Buffer = Buffer.alloc(0)
  /** Pieces that arrived and are looked at once they are enough: many small ones must not be copied over and over. */
  #waiting: Buffer[] = []
  #arrived = 0
  #needed = 0
  #parts: Buffer[] = []
  #size = 0
  #opcode: number | undefined

  constructor(maxMessage: number) {
    this.#maxMessage = maxMessage
  }

  *read(chunk: Buffer): Iterable<Incoming> {
    this.#waiting.push(chunk)
    this.#arrived += chunk.length
    if (this.#arrived < this.#needed) return
    this.#buffered = this.#waiting.length === 1 ? chunk : Buffer.concat(this.#waiting)
    yield* this.#frames()
    this.#waiting = [this.#buffered]
    this.#arrived = this.#buffered.length
  }

  *#frames(): Iterable<Incoming> {
    this.#needed = 0
    for (let head = this.#head(); head !== undefined; head = this.#head()) {
      const end = head.start + head.length
      if (this.#buffered.length < end) {
        this.#needed = end
        return
      }
      const mask = this.#buffered.subarray(head.start - 4, head.start)
      const payload = Buffer.from(this.#buffered.subarray(head.start, end))
      for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0)
      this.#buffered = this.#buffered.subarray(end)
      const whole = head.opcode >= OPCODES.close ? control(head.opcode, payload) : this.#message(head, payload)
      if (whole !== undefined) yield whole
    }
  }

  /** The head of the next frame, checked, once all of it is there. */
  #head(): Head | undefined {
    const bytes = this.#buffered
    const [first, second] = bytes
    if (first === undefined || second === undefined) return undefined
    const opcode = first & 0x0f
    const isFinal = (first & 0x80) !== 0
    const isControl = opcode >= OPCODES.close
    if ((first & 0x70) !== 0) throw new ProtocolError(1002, 'reserved bits are set')
    if (opcode > OPCODES.pong || (opcode > OPCODES.binary && opcode < OPCODES.close))
      throw new ProtocolError(1002, 'unknown opcode')
    if ((second & 0x80) === 0) throw new ProtocolError(1002, 'a frame is not masked')
    const short = second & 0x7f
    if (isControl && (!isFinal || short > MAX_CONTROL))
      throw new ProtocolError(1002, 'a control frame is split or too long')
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0
    if (bytes.length < 2 + extra) return undefined
    const length = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (!isControl && this.#size + length > this.#maxMessage) throw new ProtocolError(1009, 'the message is too long')
    return { isFinal, opcode, length, start: 2 + extra + 4 }
  }

  #message({ opcode, isFinal }: Head, payload: Buffer): Incoming | undefined {
    const isBegun = this.#opcode !== undefined
    if (isBegun !== (opcode === OPCODES.continuation)) throw new ProtocolError(1002, 'messages are mixed up')
    this.#opcode ??= opcode
    this.#parts.push(payload)
    this.#size += payload.length
    if (!isFinal) return undefined
    const data = Buffer.concat(this.#parts)
    const kind = this.#opcode
    this.#parts = []
    this.#size = 0
    this.#opcode = undefined
    return kind === OPCODES.text ? { kind: 'text', text: textOf(data) } : { kind: 'binary', data }
  }
}

function control(opcode: number, data: Buffer): Incoming {
  if (opcode === OPCODES.ping) return { kind: 'ping', data }
  if (opcode === OPCODES.pong) return { kind: 'pong', data }
  if (data.length === 0) return { kind: 'close', code: undefined, reason: '' }
  if (data.length === 1) throw new ProtocolError(1002, 'half of a close code')
  const code = data.readUInt16BE(0)
  if (!isCloseCode(code)) throw new ProtocolError(1002, 'no such close code')
  return { kind: 'close', code, reason: textOf(data.subarray(2)) }
}

/** Codes that may be sent; the others are for talking about a connection, not over it. */
function isCloseCode(code: number): boolean {
  return (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) || (code >= 3000 && code <= 4999)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(data: Buffer): string {
  try {
    return UTF8.decode(data)
  } catch {
    throw new ProtocolError(1007, 'the text is not UTF-8')
  }
}
