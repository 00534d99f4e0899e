/** Reads the body of an answer, unpacked and within bounds, whatever the other side sends. */
import type { IncomingMessage } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { NodeFailure } from '@millrace/model'

/** What is asked for; more is understood. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

/** Loaded with the first packed answer: a start has none. */
const zlib = () => process.getBuiltinModule('node:zlib')

const UNPACK: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
}

/** Packed more often than this, it is an attack. */
const MAX_ENCODINGS = 3

/** The text of an answer. Stops, and fails with RESPONSE_TOO_LARGE, at the first byte too many after unpacking. */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<string> {
  // A promise of too much need not be waited for. Packed bytes count too: they only get more.
  if (Number(answer.headers['content-length']) > maxBytes && !hasNoBody(answer)) throw tooLarge(maxBytes)
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of unpacked(answer)) {
    bytes += piece.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return decoderFor(answer.headers['content-type']).decode(Buffer.concat(pieces))
}

/** The bytes of a body as they arrive, unpacked. */
export function unpacked(answer: IncomingMessage): AsyncIterable<Buffer> {
  const names = (answer.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_ENCODINGS) throw new NodeFailure('RESPONSE_UNREADABLE', 'The answer is packed too many times.')
  const steps = names.reverse().map((name) => UNPACK[name]?.())
  // In a packing that nobody here knows, the bytes are handed on as they are.
  if (steps.length === 0 || hasNoBody(answer) || steps.includes(undefined)) return answer
  const all = [answer, ...steps.filter((step) => step !== undefined)]
  // The failure of any part is the failure of the last, which is the one that is read.
  return pipeline(all, () => {}) as unknown as AsyncIterable<Buffer>
}

/** The answer to HEAD, and "not modified", describe a body that does not come. */
export function hasNoBody(answer: IncomingMessage): boolean {
  const { method } = (answer as unknown as { req?: { method?: string } }).req ?? {}
  return method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
}

function decoderFor(contentType: string | undefined): { decode(bytes: Uint8Array): string } {
  const charset = /;\s*charset="?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1]
  try {
    return new TextDecoder(charset ?? 'utf-8')
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** An answer had more bytes than it may have. */
export function tooLarge(maxBytes: number): NodeFailure {
  return new NodeFailure('RESPONSE_TOO_LARGE', `The answer is larger than ${maxBytes} bytes.`)
}
