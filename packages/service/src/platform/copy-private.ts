/** Copies files so that only their owner may read the copies, regardless of the modes of the originals and of the umask. */
import { chmod, copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupDatabase } from '@millrace/store'

/** Copies one file with mode 600 and flushes it. */
export async function copyPrivate(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, 0o600)
  const handle = await open(to, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Creates a folder with mode 700, and its parents if they are missing. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

/**
 * Copies the regular files of a folder and its subfolders; returns their paths relative to it, with `/`. Links are not
 * followed: they may point outside of the folder. A file that is deleted meanwhile is left out, and a SQLite database is
 * copied as of one point in time, without the files that SQLite keeps next to it.
 */
export async function copyPrivateFolder(from: string, to: string): Promise<readonly string[]> {
  await makePrivateFolder(to)
  const paths: string[] = []
  const entries = (await readdir(from, { withFileTypes: true })).toSorted(byName)
  const databases = new Set<string>()
  for (const { name } of entries) if (await isDatabase(join(from, name))) databases.add(name)
  for (const entry of entries) {
    if (databases.has(entry.name.replace(/-(?:wal|shm|journal)$/, '')) && !databases.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory())
      paths.push(...(await copyPrivateFolder(source, target)).map((path) => `${entry.name}/${path}`))
    else if (entry.isFile() && (await isCopied(source, target, databases.has(entry.name)))) paths.push(entry.name)
  }
  return paths
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}

const SQLITE = Buffer.from('SQLite format 3\0')

async function isDatabase(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined)
  try {
    const head = await handle?.read(Buffer.alloc(SQLITE.length), 0, SQLITE.length, 0)
    return head?.buffer.equals(SQLITE) ?? false
  } catch {
    return false
  } finally {
    await handle?.close()
  }
}

async function isCopied(source: string, target: string, isSqlite: boolean): Promise<boolean> {
  // A file that only looks like a database, or a damaged one, is copied as it is.
  if (isSqlite && (await backupDatabase(source, target).catch(() => undefined)) !== undefined) return true
  try {
    await copyPrivate(source, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
