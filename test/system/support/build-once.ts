/** Before the first test of the started program: builds what is out of date. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../source-files.ts'

export function setup(): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--if-needed'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The program could not be built; the reason is above.')
}
