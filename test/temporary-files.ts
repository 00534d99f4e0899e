/**
 * The temporary files of a test run: all in one folder, which is removed at its end. In memory where the system has enough
 * of it: Postgres creates a database of hundreds of files, which takes 45 ms there and 300 ms on a disk.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What Linux offers as files in memory; containers often have only 64 MB of it. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30

const NAME = 'millrace-tests-'

/** Makes the folder and sets `TMPDIR`, which the processes of the tests inherit. */
export function useTemporaryFolder(): void {
  const place = isLarge(MEMORY) && mayHavePrograms(MEMORY) ? MEMORY : tmpdir()
  removeLeft(place)
  const folder = mkdtempSync(join(place, `${NAME}${process.pid}-`))
  // Postgres runs as another user if the tests run as root.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

function isLarge(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** Some tests install a program and start it. */
function mayHavePrograms(folder: string): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).find(([, place]) => place === folder)?.[3]
    return options !== undefined && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. */
export function removeLeft(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(place, name))
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // Not a failure of the tests: a process that was killed may still write.
    process.stderr.write(`${folder} could not be removed: ${String(error)}\n`)
  }
}
