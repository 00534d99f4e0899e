#!/usr/bin/env node
/** The program. It loads next to nothing before the cache of compiled code and source maps are switched on. */
import * as nodeModule from 'node:module'
import { COMPILE_CACHE, IS_BUILT } from './platform/assets.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `millrace: This is Node.js ${process.version}; 24 is needed. "npm start" brings and uses its own.\n`,
  )
  process.exit(1)
}
nodeModule.enableCompileCache(COMPILE_CACHE)
// Stack traces of the bundle name the sources. Type stripping keeps positions, so the sources need no maps.
if (IS_BUILT) process.setSourceMapsEnabled(true)
void import('./cli.ts').then(({ main }) => main())
