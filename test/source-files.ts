import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every file below a folder of the repository that `wanted` accepts by its path. */
export function filesBelow(folder: string, wanted: (path: string) => boolean): SourceFile[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    if (name === 'node_modules') return []
    const full = join(ROOT, folder, name)
    const path = relative(ROOT, full).replaceAll('\\', '/')
    if (statSync(full).isDirectory()) return filesBelow(path, wanted)
    return wanted(path) ? [{ path, text: readFileSync(full, 'utf8') }] : []
  })
}

/** The sources of the packages, tests and testing aids left out. */
export function productFiles(): SourceFile[] {
  return filesBelow('packages', (path) => /\/src\/.*\.tsx?$/.test(path) && !isTest(path))
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(path)
}
