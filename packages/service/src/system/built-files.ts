/** Files of a folder that the build wrote, read on first use and cached. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Encoding, encodingFor } from '../http/compression.ts'
import { type Extras, type TextAnswer, text } from '../http/reply.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
}

/** For files whose names change with their content. */
export const FOREVER = 'public, max-age=31536000, immutable'

export interface BuiltFile {
  readonly type: string
  readonly plain: Uint8Array
  /** The file in an encoding, compressed on first use; undefined for types that do not compress well. */
  readonly encoded: ((encoding: Encoding) => Promise<Uint8Array>) | undefined
}

/** Reads a file by its path in the folder; undefined if there is none. */
export type BuiltFiles = (name: string) => Promise<BuiltFile | undefined>

/** `names` matches the paths of files. A path with `..` is rejected, so that none leads out of the folder. */
export function builtFiles(folder: string, names: RegExp): BuiltFiles {
  const cache = new Map<string, Promise<BuiltFile | undefined>>()
  return (name) => {
    if (!names.test(name) || name.includes('..')) return Promise.resolve(undefined)
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const read = readBuilt(folder, name)
    cache.set(name, read)
    // Do not cache a missing file: it may be built later.
    void read.then((file) => file === undefined && cache.delete(name))
    return read
  }
}

async function readBuilt(folder: string, name: string): Promise<BuiltFile | undefined> {
  const type = TYPES[extname(name)]
  if (type === undefined) return undefined
  try {
    const plain = await readFile(join(folder, name))
    return { type, plain, encoded: type.startsWith('text/') ? encodedOnce(plain) : undefined }
  } catch {
    return undefined
  }
}

function encodedOnce(bytes: Uint8Array): (encoding: Encoding) => Promise<Uint8Array> {
  const made = new Map<Encoding, Promise<Uint8Array>>()
  return (encoding) => {
    const body = made.get(encoding) ?? compressed(bytes, encoding)
    made.set(encoding, body)
    return body
  }
}

function compressed(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  // Loaded with the first page, so that it does not delay the start.
  const { brotliCompress, constants, gzip } = process.getBuiltinModule('node:zlib')
  if (encoding === 'gzip') return promisify(gzip)(bytes)
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
}

/** The reply with a file, compressed if the client accepts it. Without TLS, browsers accept only gzip. */
export async function fileReply(
  { type, plain, encoded }: BuiltFile,
  accepted: string | string[] | undefined,
  extras: Extras,
): Promise<TextAnswer> {
  if (encoded === undefined) return text(type, plain, extras)
  const encoding = encodingFor(String(accepted ?? ''))
  const headers = { ...extras.headers, vary: 'accept-encoding' }
  if (encoding === undefined) return text(type, plain, { ...extras, headers })
  return text(type, await encoded(encoding), { ...extras, headers: { ...headers, 'content-encoding': encoding } })
}
