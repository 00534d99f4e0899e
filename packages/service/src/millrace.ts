#!/usr/bin/env node
/** The program. It loads almost nothing before it enables the compile cache. */
import * as nodeModule from 'node:module'
import { COMPILE_CACHE, IS_BUILT, OLDEST_NODE, PROGRAM_FOLDER } from './platform/assets.ts'
import { mapStackTraces } from './platform/source-maps.ts'

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `millrace: Node.js ${OLDEST_NODE} or later is required (got ${process.version}). In a clone, "npm start" uses its own.\n`,
  )
  process.exit(1)
}
nodeModule.enableCompileCache(COMPILE_CACHE)
// Stack traces of the bundle refer to the sources. Type stripping keeps positions, so the sources need no maps.
if (IS_BUILT) mapStackTraces(PROGRAM_FOLDER)
void import('./cli.ts').then(({ main }) => main())
