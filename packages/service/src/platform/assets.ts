/**
 * Paths of program files that are not imported. In the sources each file is in its own folder; in a build all of them
 * are in `dist` next to the bundle, written there by `scripts/build.mjs`.
 */
import { fileURLToPath } from 'node:url'

/** The bundle is CommonJS, the sources are TypeScript. */
export const IS_BUILT = import.meta.url.endsWith('.cjs')

/** The oldest major version of Node.js that runs the program. */
export const OLDEST_NODE = 24

/** The folder of the built program. */
export const PROGRAM_FOLDER = fileURLToPath(place('./', '../../../../dist/'))
/** The sandbox folder: the only part of the program that a sandbox process may read. */
export const SANDBOX_FOLDER = fileURLToPath(place('./sandbox/', '../effects/sandbox/'))
/** The program of a sandbox process. */
export const SANDBOX_PROGRAM = fileURLToPath(place('./sandbox/process/main.mjs', '../effects/sandbox/process/main.ts'))
/** The built web editor. */
export const PAGE_FOLDER = fileURLToPath(place('./web/', '../../../../dist/web/'))
/** The built documentation. */
export const GUIDE_FOLDER = fileURLToPath(place('./guide/', '../../../../dist/guide/'))
/** Where Node.js caches compiled code between starts. */
export const COMPILE_CACHE = fileURLToPath(place('./.compiled/', '../../../../node_modules/.cache/millrace/'))

function place(built: string, source: string): URL {
  return new URL(IS_BUILT ? built : source, import.meta.url)
}
