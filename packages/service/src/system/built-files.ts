/** Files of a folder that the build wrote, read on first use and cached. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
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
  /** Compressed once; undefined for types that do not compress well. */
  readonly brotli: Uint8Array | undefined
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

/** The reply with a file, compressed if the client accepts it. */
export function fileReply(file: BuiltFile, accepted: string | string[] | undefined, extras: Extras): TextAnswer {
  const isBrotli = file.brotli !== undefined && /\bbr\b/.test(String(accepted ?? ''))
  return text(file.type, isBrotli ? (file.brotli ?? file.plain) : file.plain, {
    ...extras,
    headers: {
      ...extras.headers,
      ...(file.brotli === undefined ? {} : { vary: 'accept-encoding' }),
      ...(isBrotli ? { 'content-encoding': 'br' } : {}),
    },
  })
}
