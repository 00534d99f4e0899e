/** Ways to make a storage fail, each of them undone by itself. */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own, on a disk of its own when a size is given; undefined where that is not allowed. */
export interface Place extends Disposable {
  readonly folder: string
  /** Mounts the disk again, read-only. */
  makeReadOnly(): boolean
}

function mount(...args: string[]): boolean {
  return spawnSync('mount', args, { stdio: 'ignore' }).status === 0
}

export function temporaryPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-trouble-'))
  return {
    folder,
    makeReadOnly: () => false,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function smallDisk(megabytes: number): Place | undefined {
  const { folder, [Symbol.dispose]: remove } = temporaryPlace()
  if (!mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)) {
    remove()
    return undefined
  }
  return {
    folder,
    makeReadOnly: () => mount('-o', 'remount,ro', folder),
    [Symbol.dispose]() {
      // Lazily, so that a process that is about to end is not in the way.
      spawnSync('umount', ['-l', folder], { stdio: 'ignore' })
      remove()
    },
  }
}

/** Whether disks may be mounted here. */
export function canMount(): boolean {
  if (process.platform !== 'linux') return false
  using disk = smallDisk(1)
  return disk !== undefined
}

/** Fills the disk of a folder; the returned function frees the space. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'ballast')
  const descriptor = openSync(file, 'w')
  for (const size of [1 << 20, 1 << 12, 1]) {
    const block = Buffer.alloc(size)
    try {
      for (let written = 0; written < 1 << 30; written += size) writeSync(descriptor, block)
    } catch {
      // Full for blocks of this size.
    }
  }
  closeSync(descriptor)
  return () => rmSync(file, { force: true })
}
