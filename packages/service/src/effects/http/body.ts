/** Reads the body of a response, decompressed and within limits. */
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

/** Status and headers of a response, and the method of its request. */
export interface ResponseHead {
  readonly method: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Throws RESPONSE_TOO_LARGE if the declared length is over the limit; decompression only makes it larger. */
export function checkDeclaredLength(head: ResponseHead, maxBytes: number): void {
  if (Number(head.headers['content-length']) > maxBytes && !hasNoBody(head)) throw tooLarge(maxBytes)
}

/** The text of a response. Throws RESPONSE_TOO_LARGE at the first byte over the limit, after decompression. */
export async function readBody(bytes: Readable, head: ResponseHead, maxBytes: number): Promise<string> {
  checkDeclaredLength(head, maxBytes)
  return textOf(await piecesOf(unpacked(bytes, head), maxBytes), head)
}

/** Decodes the chunks of a body with the charset of the response. */
export function textOf(pieces: readonly Buffer[], head: ResponseHead): string {
  const [only] = pieces
  const bytes = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
  return decoderFor(head.headers['content-type']).decode(bytes)
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
export function unpacked(bytes: Readable, head: ResponseHead): Readable {
  const encodings = head.headers['content-encoding']
  if (encodings === undefined) return bytes
  const names = encodings
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
  if (steps.length === 0 || hasNoBody(head) || steps.includes(undefined)) return bytes
  const all = [bytes, ...steps.filter((step) => step !== undefined)]
  // The pipeline reports the error of any part on its last part, which is the one that is read.
  return pipeline(all, () => {}) as unknown as Readable
}

/** Whether the response names an encoding of its body. */
export function isPacked({ headers }: ResponseHead): boolean {
  return headers['content-encoding'] !== undefined
}

/** Responses to HEAD and 304 responses describe a body that is not sent. */
export function hasNoBody({ method, status }: ResponseHead): boolean {
  return method === 'HEAD' || status === 204 || status === 304
}

/** Decoding a whole body leaves no state, so that one decoder serves all of them. */
const UTF_8 = new TextDecoder('utf-8')

function decoderFor(contentType: string | undefined): { decode(bytes: Uint8Array): string } {
  const charset = contentType === undefined ? undefined : /;\s*charset="?([\w:.-]{1,40})/i.exec(contentType)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return UTF_8
  try {
    return new TextDecoder(charset)
  } catch {
    return UTF_8
  }
}

/** The response exceeds the maximum size. */
export function tooLarge(maxBytes: number): NodeFailure {
  return new NodeFailure('RESPONSE_TOO_LARGE', `The response is larger than ${maxBytes} bytes.`)
}
