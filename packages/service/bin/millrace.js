#!/usr/bin/env node
/**
 * The program. Plain JavaScript, and all it does is to switch on the cache of compiled code: whatever is loaded before
 * that, a TypeScript file above all, costs every start the time that the cache is there to save.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const { main } = await import('../src/cli.ts')
await main()
