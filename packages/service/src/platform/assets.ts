/**
 * Paths of program files that are not imported. In the sources each file is in its own folder; in a build all of them
 * are in `dist` next to the bundle, written there by `scripts/bundle-service.mjs` and the build of the web editor.
 */
import { fileURLToPath } from 'node:url'

/** The bundle is CommonJS, the sources are TypeScript. */
export const IS_BUILT = import.meta.url.endsWith('.cjs')

/** The sandbox folder: the only part of the program that a sandbox process may read. */
export const SANDBOX_FOLDER = fileURLToPath(place('./sandbox/', '../effects/sandbox/'))
/** The program of a sandbox process. */
export const SANDBOX_PROGRAM = fileURLToPath(place('./sandbox/process/main.mjs', '../effects/sandbox/process/main.ts'))
/** The built web editor. */
export const PAGE_FOLDER = fileURLToPath(place('./web/', '../../../../dist/web/'))
/** Where Node.js caches compiled code between starts. */
export const COMPILE_CACHE = fileURLToPath(place('./.compiled/', '../../../../node_modules/.cache/millrace/'))

function place(built: string, source: string): URL {
  return new URL(IS_BUILT ? built : source, import.meta.url)
}
