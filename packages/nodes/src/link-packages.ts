/** Lets node types outside this repository import `@millrace/node-sdk` and `@millrace/model` without installing them. */
import { mkdir, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageFolder } from './package-folder.ts'

/** Packages that node types import. The SDK exports what authors need of the model. */
export const LINKED = ['@millrace/node-sdk', '@millrace/model'] as const

/** The folder of this program's copy of a package. */
export function ownFolder(name: (typeof LINKED)[number]): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
}

/**
 * Links our copies into the `node_modules` of a folder that has none, as `npm link` does. A read-only folder is left
 * unchanged: its node types may not need them, and their import fails with advice if they do.
 */
export async function linkPackages(folder: string): Promise<void> {
  for (const name of LINKED) {
    if ((await packageFolder(name, folder)) === undefined) await link(name, folder)
  }
}

async function link(name: (typeof LINKED)[number], folder: string): Promise<void> {
  const path = join(folder, 'node_modules', name)
  try {
    await mkdir(dirname(path), { recursive: true })
    // An existing entry that is not a folder is a stale link to a moved program.
    await rm(path, { force: true })
    await symlink(ownFolder(name), path, 'junction')
  } catch {
    // Another process may have created the link, or the folder is read-only.
  }
}
