/**
 * Finds an installed package in the folders that Node.js searches. Unlike `require.resolve`, it does not need an entry
 * file.
 */
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The folder of a package that files in `base` can import; undefined if it is not installed. */
export async function packageFolder(name: string, base: string): Promise<string | undefined> {
  for (const modules of createRequire(join(base, 'index.js')).resolve.paths(name) ?? []) {
    const folder = join(modules, name)
    if (await isFolder(folder)) return folder
  }
  return undefined
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
