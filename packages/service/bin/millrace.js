#!/usr/bin/env node
/**
 * The program. Plain JavaScript, and all it does is to switch on the cache of compiled code and to choose what is run:
 * the built program where that is up to date, else the sources. Whatever is loaded before that costs every start.
 */
import * as nodeModule from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtProgram } from './built-program.js'
import { showSources } from './source-positions.js'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`millrace: This is Node.js ${process.version}; 24 is needed. "npm start" brings and uses its own.`)
  process.exit(1)
}
nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const built = builtProgram()
const program = built === undefined ? new URL('../src/cli.ts', import.meta.url) : pathToFileURL(built)
if (built !== undefined) showSources(new URL('.', program).href)
const { main } = await import(program.href)
await main()
