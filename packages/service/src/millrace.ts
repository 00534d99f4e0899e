#!/usr/bin/env node
/** The program. It loads almost nothing before it enables the compile cache and source maps. */
import * as nodeModule from 'node:module'
import { COMPILE_CACHE, IS_BUILT } from './platform/assets.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `millrace: Node.js 24 or later is required (got ${process.version}). "npm start" uses the installed one.\n`,
  )
  process.exit(1)
}
nodeModule.enableCompileCache(COMPILE_CACHE)
// Stack traces of the bundle refer to the sources. Type stripping keeps positions, so the sources need no maps.
if (IS_BUILT) process.setSourceMapsEnabled(true)
void import('./cli.ts').then(({ main }) => main())
