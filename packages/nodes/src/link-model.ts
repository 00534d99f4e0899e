/** Lets node types outside this repository import `@millrace/model` without installing it. */
import { mkdir, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageFolder } from './package-folder.ts'

export const MODEL = '@millrace/model'

/** The folder of this program's model package. */
export function modelFolder(): string {
  return dirname(createRequire(import.meta.url).resolve(`${MODEL}/package.json`))
}

/**
 * Links our model into the `node_modules` of a folder that has none, as `npm link` does. A read-only folder is left
 * unchanged: its node types may not need the model, and their import fails with advice if they do.
 */
export async function linkModel(folder: string): Promise<void> {
  if ((await packageFolder(MODEL, folder)) !== undefined) return
  const link = join(folder, 'node_modules', MODEL)
  try {
    await mkdir(dirname(link), { recursive: true })
    // An existing entry that is not a folder is a stale link to a moved program.
    await rm(link, { force: true })
    await symlink(modelFolder(), link, 'junction')
  } catch {
    // Another process may have created the link, or the folder is read-only.
  }
}
