/** Lets node types outside of this repository import `@millrace/model` without installing it. */
import { mkdir, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageFolder } from './package-folder.ts'

export const MODEL = '@millrace/model'

/** The folder of the model that belongs to this program. */
export function modelFolder(): string {
  return dirname(createRequire(import.meta.url).resolve(`${MODEL}/package.json`))
}

/**
 * Links our model into the `node_modules` of a folder that cannot find one, as `npm link` does. A folder that cannot be
 * written stays as it is: its node types may not need the model, and their import says so if they do.
 */
export async function linkModel(folder: string): Promise<void> {
  if ((await packageFolder(MODEL, folder)) !== undefined) return
  const link = join(folder, 'node_modules', MODEL)
  try {
    await mkdir(dirname(link), { recursive: true })
    // What is there although it is not a folder is a link to a program that has moved.
    await rm(link, { force: true })
    await symlink(modelFolder(), link, 'junction')
  } catch {
    // Another process may have made the link, or the folder is read-only.
  }
}
