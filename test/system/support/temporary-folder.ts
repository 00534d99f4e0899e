/** Folders of system tests, in the folder of the run: see `test/temporary-files.ts`. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder, `millrace-NAME-…`. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `millrace-${name}-`))
}
