/**
 * Replaces a backup by a new one of the same name, so that one of them is complete at every point. The parts of a backup
 * cannot be renamed in one step, so both are in a folder of their own meanwhile: `FILE.replacing/new` from before the old
 * one is touched, and `FILE.replacing/old` until the new one has its name. `FILE` itself exists only next to its own parts.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { manifestOf } from './backup-manifest.ts'
import { makePrivateFolder } from './copy-private.ts'

/** What is appended to the name of the database; the database itself comes last. */
const SUFFIXES = ['.manifest.json', '.files', '.secret-key', ''] as const

/** Called after every change of a name; a test interrupts the replacement there. */
type AfterChange = () => void

interface Folders {
  readonly all: string
  readonly new: string
  readonly old: string
}

function foldersOf(target: string): Folders {
  const all = `${target}.replacing`
  return { all, new: join(all, 'new'), old: join(all, 'old') }
}

/** Gives the complete backup in the folder `staged` the name of the target, and removes the backup that had it. */
export async function replaceBackup(
  target: string,
  staged: string,
  afterChange: AfterChange = () => undefined,
): Promise<void> {
  const folders = foldersOf(target)
  await flush(staged)
  await makePrivateFolder(folders.all)
  await rename(staged, folders.new)
  await flush(folders.all)
  await flush(dirname(resolve(target)))
  afterChange()
  await finishReplacement(target, afterChange)
}

/** Continues a replacement that was interrupted; does nothing if there is none. */
export async function finishReplacement(target: string, afterChange: AfterChange = () => undefined): Promise<void> {
  const folders = foldersOf(target)
  if (!existsSync(folders.all)) return
  const name = basename(target)
  // The manifest is the first part that leaves the folder: until then the old backup may have its name.
  if (existsSync(manifestOf(join(folders.new, name)))) {
    await mkdir(folders.old, { recursive: true, mode: 0o700 })
    for (const suffix of SUFFIXES.toReversed())
      await move(`${target}${suffix}`, join(folders.old, `${name}${suffix}`), afterChange)
    await flush(folders.old)
    await flush(dirname(resolve(target)))
  }
  for (const suffix of SUFFIXES) await move(join(folders.new, `${name}${suffix}`), `${target}${suffix}`, afterChange)
  await flush(dirname(resolve(target)))
  await rm(folders.new, { recursive: true, force: true })
  afterChange()
  await rm(folders.all, { recursive: true, force: true })
}

/** The complete backup of a replacement that was interrupted; undefined if the target is complete or never was replaced. */
export function interruptedReplacement(target: string): string | undefined {
  const folders = foldersOf(target)
  const name = basename(target)
  if (existsSync(target)) return undefined
  return [join(folders.new, name), join(folders.old, name)].find((file) => existsSync(manifestOf(file)))
}

async function move(from: string, to: string, afterChange: AfterChange): Promise<void> {
  if (!existsSync(from)) return
  await rename(from, to)
  afterChange()
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
