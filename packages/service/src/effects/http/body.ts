/** Reads the body of a response, decompressed and within limits. */
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { NodeFailure } from '@millrace/model'

/** Sent as Accept-Encoding; the other known encodings are decoded too. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

/** Loaded with the first compressed response, so that it does not delay the start. */
const zlib = () => process.getBuiltinModule('node:zlib')

const UNPACK: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(),
  'x-gzip': () => zlib().createGunzip(),
  deflate: () => zlib().createInflate(),
  br: () => zlib().createBrotliDecompress(),
}

/** More layers of compression than this are treated as an attack. */
const MAX_ENCODINGS = 3

/** The text of a response. Throws RESPONSE_TOO_LARGE at the first byte over the limit, after decompression. */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<string> {
  // Fail early if the declared length is too large; decompression only makes it larger.
  if (Number(answer.headers['content-length']) > maxBytes && !hasNoBody(answer)) throw tooLarge(maxBytes)
  const pieces = await piecesOf(unpacked(answer), maxBytes)
  const [only] = pieces
  const bytes = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
  return decoderFor(answer.headers['content-type']).decode(bytes)
}

/** Reads a stream by its events: an async iterator takes longer than the rest of a small request. */
function piecesOf(stream: Readable, maxBytes: number): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= maxBytes) return void pieces.push(piece)
      reject(tooLarge(maxBytes))
      stream.destroy()
    })
    stream.once('end', () => resolve(pieces))
    stream.on('error', reject)
    stream.once('close', () => {
      if (!stream.readableEnded) reject(Object.assign(new Error('incomplete'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
    })
  })
}

/** The decompressed bytes of a body, as they arrive. */
export function unpacked(answer: IncomingMessage): Readable {
  const names = (answer.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length > MAX_ENCODINGS) {
    throw new NodeFailure(
      'RESPONSE_UNREADABLE',
      `The response has too many content encodings: ${names.length} (at most ${MAX_ENCODINGS}).`,
    )
  }
  const steps = names.reverse().map((name) => UNPACK[name]?.())
  // Bytes in an unknown encoding are passed through unchanged.
  if (steps.length === 0 || hasNoBody(answer) || steps.includes(undefined)) return answer
  const all = [answer, ...steps.filter((step) => step !== undefined)]
  // The pipeline reports the error of any part on its last part, which is the one that is read.
  return pipeline(all, () => {}) as unknown as Readable
}

/** Responses to HEAD and 304 responses describe a body that is not sent. */
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

/** The response exceeds the maximum size. */
export function tooLarge(maxBytes: number): NodeFailure {
  return new NodeFailure('RESPONSE_TOO_LARGE', `The response is larger than ${maxBytes} bytes.`)
}
