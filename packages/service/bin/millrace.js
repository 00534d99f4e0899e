#!/usr/bin/env node
/**
 * The program. Plain JavaScript, and all it does is to switch on the cache of compiled code: whatever is loaded before
 * that, a TypeScript file above all, costs every start the time that the cache is there to save.
 */
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`millrace: This is Node.js ${process.version}; 24 is needed. "npm start" brings and uses its own.`)
  process.exit(1)
}
nodeModule.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { main } = await import('../src/cli.ts')
await main()
