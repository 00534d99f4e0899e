/**
 * Where the built program is, if it is made of the sources as they are now. Plain JavaScript that loads next to nothing:
 * every start asks this first.
 *
 * `dist/build.json` names the folder of the build, and the size and time of change of every file that went into it, and
 * the time of change of their folders (which a new or a removed file moves). Whatever differs, or cannot be told, means
 * that the sources are run.
 */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** The folder with the builds. */
export const BUILDS = join(ROOT, 'packages', 'service', 'dist')
/** What is known about the newest of them. */
export const RECORD = join(BUILDS, 'build.json')

/** The path of the built program; undefined if there is none, or not of these sources. */
export function builtProgram() {
  try {
    const { name, folders, files } = JSON.parse(readFileSync(RECORD, 'utf8'))
    for (const [path, changed] of folders) if (statSync(join(ROOT, path)).mtimeMs !== changed) return undefined
    for (const [path, changed, size] of files) {
      const now = statSync(join(ROOT, path))
      if (now.mtimeMs !== changed || now.size !== size) return undefined
    }
    const program = join(BUILDS, name, 'millrace.js')
    return statSync(program).isFile() ? program : undefined
  } catch {
    return undefined
  }
}
