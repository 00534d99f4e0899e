/**
 * Text files of workflows, restricted to one folder.
 *
 * The name is checked by its spelling; then its folder is resolved on disk and must still be inside; then the file is
 * opened without following a link and must be a regular file. The service creates no links; the permissions of the
 * folder protect against other programs that change it between two of these checks. A write goes to a temporary file,
 * is flushed and renamed: readers, also after a power cut, see the old content or the new one.
 */
import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { NodeFailure } from '@millrace/model'
import { forbidden, partsOfName, UNFINISHED } from './file-name.ts'

export interface Files {
  read(name: string, signal: AbortSignal): Promise<{ content: string; size: number }>
  write(name: string, content: string, signal: AbortSignal): Promise<{ size: number }>
  /** The path of an existing or new file, never a link; creates its folder. For callers that open the file themselves. */
  locate(name: string): Promise<string>
}

export interface FilesOptions {
  readonly folder: string
  readonly maxBytes?: number
}

const MAX_BYTES = 8 * 1024 * 1024
const PIECE_BYTES = 65_536
/** Do not wait for the other end of a pipe, and do not follow a link. Windows has neither flag. */
const READ_REGULAR_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export function createFiles({ folder, maxBytes = MAX_BYTES }: FilesOptions): Files {
  let unfinished = 0

  async function write(name: string, content: string, signal: AbortSignal): Promise<{ size: number }> {
    signal.throwIfAborted()
    const size = Buffer.byteLength(content)
    if (size > maxBytes) throw tooLarge(maxBytes)
    const path = await pathOf(folder, partsOfName(name), 'make folders')
    await requireRegularFile(path)
    // Exclusive creation fails if another worker, or a run before a crash, has used the number.
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
      const handle = await openRegularFile(await pathOf(folder, partsOfName(name), 'as it is'))
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
      await requireRegularFile(path)
      return path
    },
  }
}

/** The path on disk, with its folder resolved and still inside the root. */
async function pathOf(root: string, parts: readonly string[], missing: 'make folders' | 'as it is'): Promise<string> {
  const name = parts.at(-1) ?? ''
  const folders = parts.slice(0, -1)
  try {
    if (missing === 'make folders') await mkdir(root, { recursive: true, mode: 0o700 })
    const inside = await realpath(root)
    let at = inside
    for (const part of folders) {
      // Resolve each part before the next one: folders must not be created behind a link.
      if (missing === 'make folders') await mkdir(join(at, part), { mode: 0o700 }).catch(unlessExists)
      at = await realpath(join(at, part))
      if (!at.startsWith(inside + sep)) throw forbidden('it is outside the files folder')
    }
    return join(at, name)
  } catch (error) {
    return rethrowAsFailure(error)
  }
}

async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, READ_REGULAR_FILE).catch(rethrowAsFailure)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw forbidden('it is not a regular file')
}

/** Throws if the path exists and is not a regular file. */
async function requireRegularFile(path: string): Promise<void> {
  const there = await lstat(path).catch(unlessMissing)
  if (there !== undefined && !there.isFile()) throw forbidden('it is not a regular file')
}

async function openNew(names: () => string): Promise<{ handle: FileHandle; at: string }> {
  for (;;) {
    const at = names()
    const handle = await open(at, 'wx', 0o600).catch(unlessExists)
    if (handle !== undefined) return { handle, at }
  }
}

/** Counts what is read, not only the reported size: a file may grow meanwhile, and system files report 0. */
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

/** Makes a rename durable. Some systems cannot open a folder for that. */
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
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENXIO: 'it is not a regular file',
  EACCES: 'the service has no permission to use it',
  EPERM: 'the service has no permission to use it',
  ENAMETOOLONG: 'the name is too long',
}

/** Does not pass on the system's message, because it contains paths of the machine. */
function rethrowAsFailure(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') throw new NodeFailure('FILE_NOT_FOUND', 'The file does not exist.')
  const reason = REASONS[code]
  if (reason !== undefined) throw forbidden(reason)
  throw error
}

function tooLarge(maxBytes: number): NodeFailure {
  return new NodeFailure('FILE_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`)
}
