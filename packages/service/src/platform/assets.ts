/**
 * Files of the program that it does not import. From the sources each is in its own folder; in a build all are in `dist`,
 * beside the bundle. `scripts/bundle-service.mjs` and the build of the page write them there.
 */
import { fileURLToPath } from 'node:url'

/** The bundle is CommonJS, the sources are TypeScript. */
export const IS_BUILT = import.meta.url.endsWith('.cjs')

/** The folder of the sandbox, which is all of the program that a sandbox process may read. */
export const SANDBOX_FOLDER = fileURLToPath(place('./sandbox/', '../effects/sandbox/'))
/** The program of a sandbox process. */
export const SANDBOX_PROGRAM = fileURLToPath(place('./sandbox/process/main.mjs', '../effects/sandbox/process/main.ts'))
/** The folder of the built page. */
export const PAGE_FOLDER = fileURLToPath(place('./web/', '../../../../dist/web/'))
/** Where Node.js keeps compiled code between starts. */
export const COMPILE_CACHE = fileURLToPath(place('./.compiled/', '../../../../node_modules/.cache/millrace/'))

function place(built: string, source: string): URL {
  return new URL(IS_BUILT ? built : source, import.meta.url)
}
