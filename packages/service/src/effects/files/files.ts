/**
 * Text files for workflows, inside of one folder and nowhere else.
 *
 * A name is checked by its spelling, then its folder is resolved on disk and must still be inside, then the file is
 * opened without following a link and must be a plain file. (Nothing in the service makes links; against somebody who
 * changes the folder in the very moment between two of these steps, the rights of the folder protect.) Writing puts the whole content beside the old file, on disk,
 * and then in its place: a reader sees the old content or the new, and so does the next start after a power cut.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { NodeFailure } from '@millrace/model'
import { forbidden, partsOfName, UNFINISHED } from './file-name.ts'

export interface Files {
  read(name: string, signal: AbortSignal): Promise<{ content: string; size: number }>
  write(name: string, content: string, signal: AbortSignal): Promise<{ size: number }>
  /** Where a file is or would be; its folder exists afterwards, and it is no link. For those who open it themselves. */
  locate(name: string): Promise<string>
}

export interface FilesOptions {
  readonly folder: string
  readonly maxBytes?: number
}

const MAX_BYTES = 8 * 1024 * 1024
const PIECE_BYTES = 65_536
/** A pipe would make opening wait for its other end; a link would lead elsewhere. Windows has neither flag. */
const READ_PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export function createFiles({ folder, maxBytes = MAX_BYTES }: FilesOptions): Files {
  let unfinished = 0

  async function write(name: string, content: string, signal: AbortSignal): Promise<{ size: number }> {
    signal.throwIfAborted()
    const size = Buffer.byteLength(content)
    if (size > maxBytes) throw tooLarge(maxBytes)
    const path = await pathOf(folder, partsOfName(name), 'make folders')
    await refuseOther(path)
    // Exclusive creation tells when the number is taken, by another worker or before a crash.
    const temporary = () => join(path, '..', `${UNFINISHED}${process.pid}-${unfinished++}`)
    const { handle, at } = await openNew(temporary)
    try {
      await handle.writeFile(content)
      await handle.sync()
      await handle.close()
      signal.throwIfAborted()
      await rename(at, path)
    } catch (error) {
      await handle.close().catch(() => {})
      await rm(at, { force: true })
      throw error
    }
    await syncFolder(join(path, '..'))
    return { size }
  }

  return {
    async read(name, signal) {
      signal.throwIfAborted()
      const handle = await openPlain(await pathOf(folder, partsOfName(name), 'as it is'))
      try {
        const bytes = await readAtMost(handle, maxBytes)
        return { content: bytes.toString('utf8'), size: bytes.length }
      } finally {
        await handle.close()
      }
    },
    write: (name, content, signal) => write(name, content, signal).catch(rethrowAsFailure),
    async locate(name) {
      const path = await pathOf(folder, partsOfName(name), 'make folders')
      await refuseOther(path)
      return path
    },
  }
}

/** The path on disk, with everything but its last part resolved and still inside of the folder. */
async function pathOf(root: string, parts: readonly string[], missing: 'make folders' | 'as it is'): Promise<string> {
  const name = parts.at(-1) ?? ''
  const folders = parts.slice(0, -1)
  try {
    if (missing === 'make folders') await mkdir(root, { recursive: true, mode: 0o700 })
    const inside = await realpath(root)
    let at = inside
    for (const part of folders) {
      // One by one, each resolved before the next: a link half-way must not have folders made behind it.
      if (missing === 'make folders') await mkdir(join(at, part), { mode: 0o700 }).catch(unlessExists)
      at = await realpath(join(at, part))
      if (!at.startsWith(inside + sep)) throw forbidden('it leads out of the files folder')
    }
    return join(at, name)
  } catch (error) {
    return rethrowAsFailure(error)
  }
}

async function openPlain(path: string): Promise<FileHandle> {
  const handle = await open(path, READ_PLAIN).catch(rethrowAsFailure)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw forbidden('it is no plain file')
}

/** Refuses what is there already and is no plain file. */
async function refuseOther(path: string): Promise<void> {
  const there = await lstat(path).catch(unlessMissing)
  if (there !== undefined && !there.isFile()) throw forbidden('it is no plain file')
}

async function openNew(names: () => string): Promise<{ handle: FileHandle; at: string }> {
  for (;;) {
    const at = names()
    const handle = await open(at, 'wx', 0o600).catch(unlessExists)
    if (handle !== undefined) return { handle, at }
  }
}

/** Not by its size alone: it may grow while it is read, and files of the system say 0. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const { size } = await handle.stat()
  const pieces: Buffer[] = []
  let length = size > maxBytes ? size : 0
  while (length <= maxBytes) {
    const piece = Buffer.allocUnsafe(Math.max(size + 1, PIECE_BYTES))
    const { bytesRead } = await handle.read(piece, 0, piece.length, null)
    if (bytesRead === 0) return Buffer.concat(pieces)
    pieces.push(piece.subarray(0, bytesRead))
    length += bytesRead
  }
  throw tooLarge(maxBytes)
}

/** A rename is on disk when its folder is. Not every system lets a folder be opened for that. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

function unlessExists(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'it is a link',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  ENXIO: 'it is no plain file',
  EACCES: 'the service may not use it',
  EPERM: 'the service may not use it',
  ENAMETOOLONG: 'the name is too long',
}

/** Paths on disk are nobody's business, so the system's own message is not passed on. */
function rethrowAsFailure(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') throw new NodeFailure('FILE_NOT_FOUND', 'There is no such file.')
  const reason = REASONS[code]
  if (reason !== undefined) throw forbidden(reason)
  throw error
}

function tooLarge(maxBytes: number): NodeFailure {
  return new NodeFailure('FILE_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)
}
