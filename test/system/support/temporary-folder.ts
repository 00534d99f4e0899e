/** Folders of system tests. All of a run are in one, which `build-once.ts` removes at its end. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable with the folder of the run: the processes of the tests inherit it. */
export const RUN_FOLDER = 'MILLRACE_TEST_RUN_FOLDER'

/** A new folder, `millrace-NAME-…`. */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(process.env[RUN_FOLDER] ?? tmpdir(), `millrace-${name}-`))
}
