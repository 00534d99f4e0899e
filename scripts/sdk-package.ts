/**
 * `npm run package:sdk [-- FOLDER]`: assembles and packs what authors of custom nodes install, `@millrace/node-sdk` and
 * `create-millrace-node`, into release-sdk or another folder. The SDK is JavaScript with declarations and has no dependencies: what it uses
 * of this repository, and JSONata and Liquid for tests, is bundled.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundler } from './bundler.mjs'
import { writeDeclarations } from './declarations.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RELEASE = join(ROOT, 'release-sdk')
const SDK = join(ROOT, 'packages', 'node-sdk')
const TEMPLATE = join(ROOT, 'packages', 'create-millrace-node')
const ENTRIES = { index: 'index.ts', testing: 'testing/index.ts' }
/** The Node.js versions that run TypeScript files without a build. */
export const NODE = '>=24'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] === undefined ? RELEASE : resolve(process.argv[2])
  if (folder === RELEASE) rmSync(RELEASE, { recursive: true, force: true })
  await writeSdk(join(folder, 'node-sdk'))
  cpSync(TEMPLATE, join(folder, 'create-millrace-node'), { recursive: true })
  for (const name of ['node-sdk', 'create-millrace-node']) console.log(`Millrace: packed ${packed(name, folder)}.`)
}

/** Writes the package `@millrace/node-sdk` into a folder; without the part for tests if only nodes run there. */
export async function writeSdk(folder: string, parts: readonly (keyof typeof ENTRIES)[] = ['index', 'testing']) {
  mkdirSync(folder, { recursive: true })
  const { rolldown } = await bundler()
  const input = Object.fromEntries(parts.map((part) => [part, join(SDK, 'src', ENTRIES[part])]))
  const made = await rolldown({ input, cwd: ROOT, platform: 'node', external: /^node:/ })
  await made.write({ dir: join(folder, 'dist'), format: 'esm', chunkFileNames: '[name]-[hash].js' })
  await made.close()
  const entries = parts.map((part) => `node-sdk/src/${ENTRIES[part]}`)
  writeDeclarations(join(SDK, 'tsconfig.json'), entries, join(folder, 'types'))
  for (const file of ['LICENSE', 'README.md']) cpSync(join(SDK, file), join(folder, file))
  const { name, version, license } = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'))
  const exported = parts.map((part, at) => {
    const types = `./types/${entries[at]?.replace(/\.ts$/, '.d.ts')}`
    return [part === 'index' ? '.' : `./${part}`, { types, default: `./dist/${part}.js` }]
  })
  const manifest = {
    name,
    version,
    description: 'Types and test helpers for custom nodes of Millrace',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: NODE },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: ['dist', 'types'],
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function packed(name: string, folder: string): string {
  const args = ['pack', '--json', '--pack-destination', folder]
  const shell = process.platform === 'win32'
  const report = execFileSync('npm', args, { cwd: join(folder, name), encoding: 'utf8', shell })
  const [{ filename }] = JSON.parse(report)
  return relative(ROOT, join(folder, filename))
}
