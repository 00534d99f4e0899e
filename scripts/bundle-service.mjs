/**
 * Bundles the service: `node scripts/bundle-service.mjs <folder>`. Modules that are loaded on first use stay separate
 * files, and packages are not bundled, except those that every start needs. The bundler is that of the web editor.
 *
 * The output is CommonJS: an ES import of `node:http` reads all of its exports, which loads `fetch`; a require does not.
 * The sandbox stays an ES module: built as CommonJS, its code nodes fail.
 */
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundler } from './bundler.mjs'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const SERVICE = join(ROOT, 'packages', 'service', 'src')

/** Packages that every start needs, and those of which only a part is loaded; bundled with their dependencies. */
const BUNDLED = new Set(['croner', 'undici', 'yaml'])

const folder = resolve(process.argv[2])
const { rolldown } = await bundler()
await bundle(join(SERVICE, 'millrace.ts'), 'millrace')
// Each with its own chunks, so that a thread or a sandbox loads only what it runs.
await bundle(join(ROOT, 'packages', 'store', 'src', 'journal', 'sqlite-thread.ts'), 'sqlite-thread')
await bundle(join(SERVICE, 'worker-thread.ts'), 'worker-thread')
await bundle(join(SERVICE, 'effects', 'sandbox', 'process', 'main.ts'), 'sandbox/process/main', 'esm')

/** Writes one program and its chunks; `platform/assets.ts` of the service expects them under these names. */
async function bundle(entry, name, format = 'cjs') {
  const ending = format === 'cjs' ? 'cjs' : 'mjs'
  const made = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    cwd: ROOT,
    external: isExternal,
    // The client is bundled from its sources, like the other packages of the workspace.
    resolve: { conditionNames: ['@millrace/source', 'node', 'import', 'default'] },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await made.write({
    dir: folder,
    format,
    sourcemap: true,
    // The source files are next to the build.
    sourcemapExcludeSources: true,
    // The files are moved to the folder above this one.
    sourcemapPathTransform: (source) => source.replace(/^\.\.\//, ''),
    comments: { legal: true, annotation: false, jsdoc: false },
    plugins: [{ name: 'ascii', generateBundle: inAscii }],
    entryFileNames: `[name].${ending}`,
    // In the folder of the entry: the program finds its other files relative to any of its chunks.
    chunkFileNames: `${name === 'millrace' ? '' : `${name}-`}[name]-[hash].${ending}`,
  })
  await made.close()
}

/**
 * V8 keeps the text of every loaded file, with two bytes for each character if one of them is not Latin-1. Escapes
 * change only the columns behind them in the source map.
 */
function inAscii(_options, files) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  for (const file of Object.values(files)) {
    if (file.type === 'chunk') file.code = file.code.replace(/[\u0080-\uffff]/g, escaped)
  }
}

function isExternal(specifier, importer) {
  if (specifier.startsWith('node:')) return true
  if (/^(\.|\/|\0|@millrace\/)/.test(specifier) || /^[A-Za-z]:[\\/]/.test(specifier)) return false
  const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[1]
  const isOurs = importer === undefined || !importer.includes(`${sep}node_modules${sep}`)
  return isOurs && !BUNDLED.has(name)
}
