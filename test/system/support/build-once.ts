/** Before the first test of the started program: builds what is out of date. After the last: removes their folders. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../source-files.ts'
import { RUN_FOLDER, temporaryFolder } from './temporary-folder.ts'

/** Undefined if another project of the same run has made it. */
let folder: string | undefined

export function setup(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--if-needed'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The program could not be built; the reason is above.')
  if (process.env[RUN_FOLDER] !== undefined) return
  folder = temporaryFolder('run')
  process.env[RUN_FOLDER] = folder
}

export function teardown(): void {
  if (folder === undefined) return
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    // Not a failure of the tests: a process that was killed may still write.
    process.stderr.write(`${folder} could not be removed: ${String(error)}\n`)
  }
}
