/** The files of the built web editor, read on first use and cached. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { PAGE_FOLDER } from '../platform/assets.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
}

export interface BuiltFile {
  readonly type: string
  readonly plain: Uint8Array
  /** Compressed once; undefined for types that do not compress well. */
  readonly brotli: Uint8Array | undefined
}

/** A name below the folder, such as `assets/index-abc.js`; it cannot lead out of the folder. */
const NAME = /^(?:assets\/)?[\w.-]+$/

const cache = new Map<string, Promise<BuiltFile | undefined>>()

export function builtFile(name: string): Promise<BuiltFile | undefined> {
  if (!NAME.test(name) || name.includes('..')) return Promise.resolve(undefined)
  const cached = cache.get(name)
  if (cached !== undefined) return cached
  const read = readBuilt(name)
  cache.set(name, read)
  // Do not cache a missing file: it may be built later.
  void read.then((file) => file === undefined && cache.delete(name))
  return read
}

async function readBuilt(name: string): Promise<BuiltFile | undefined> {
  const type = TYPES[extname(name)]
  if (type === undefined) return undefined
  try {
    const plain = await readFile(join(PAGE_FOLDER, name))
    return { type, plain, brotli: type.startsWith('text/') ? await compressed(plain) : undefined }
  } catch {
    return undefined
  }
}

function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  // Loaded with the first page, so that it does not delay the start.
  const { brotliCompress, constants } = process.getBuiltinModule('node:zlib')
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
}

/** The page connects to this service only; the canvas sets inline styles. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
