/**
 * Bundles the service into a folder: `bundle-service.mjs <folder>`, started by `build-service.mjs` on the pinned
 * Node.js. What is loaded on first use stays a file of its own, and packages stay packages, but for those that every
 * start needs. The bundler is the one of the web page's build.
 */
import { createRequire } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../packages/service/bin/built-program.js'

/** Packages that every start needs; whatever they need is bundled with them. */
const BUNDLED = new Set(['croner', 'yaml'])

const folder = resolve(process.argv[2])
const { rolldown } = await bundler()
const packages = join(ROOT, 'packages')
const cli = join(packages, 'service', 'src', 'cli.ts')
const model = join(packages, 'model', 'src', 'index.ts')
const thread = join(packages, 'store', 'src', 'journal', 'sqlite-thread.ts')
const workerThread = join(packages, 'service', 'src', 'worker-thread.ts')

await bundle({ millrace: cli, model }, '')
// Apart, so that a thread loads nothing but what it runs.
await bundle({ 'sqlite-thread': thread }, 'thread-')
await bundle({ 'worker-thread': workerThread }, 'worker-')

/** Writes the programs of these entries and the parts that they share. */
async function bundle(input, prefix) {
  const made = await rolldown({
    input,
    platform: 'node',
    cwd: ROOT,
    plugins: [builtInModules(), ownAddresses()],
    external: isExternal,
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await made.write({
    dir: folder,
    format: 'esm',
    sourcemap: true,
    // The sources lie beside the build.
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${prefix}[name]-[hash].js`,
  })
}

async function bundler() {
  const ofVite = createRequire(join(ROOT, 'node_modules', 'vite', 'package.json'))
  return import(pathToFileURL(ofVite.resolve('rolldown')).href)
}

function isExternal(specifier, importer) {
  if (/^(\.|\/|\0|@millrace\/|node:)/.test(specifier) || /^[A-Za-z]:[\\/]/.test(specifier))
    return specifier === 'node:module'
  const name = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[1]
  return isOurs(importer) && !BUNDLED.has(name)
}

/**
 * Built-in modules are loaded as `require` does. An import makes Node.js read every export there is: for `node:http` that
 * loads its whole `fetch`, and costs as much as the rest of a server's start. (The bundler itself imports `node:module`.)
 */
function builtInModules() {
  const MARK = '\0built-in:'
  return {
    name: 'built-in-modules',
    resolveId(specifier) {
      if (specifier.startsWith('node:') && specifier !== 'node:module') return MARK + specifier
      return undefined
    },
    load(id) {
      if (!id.startsWith(MARK)) return undefined
      return { code: `module.exports = process.getBuiltinModule('${id.slice(MARK.length)}')`, moduleType: 'js' }
    },
  }
}

function isOurs(importer) {
  return importer === undefined || !importer.includes(`${sep}node_modules${sep}`)
}

/**
 * A file that asks for its own address gets that of its source, and finds there what lies beside it: the page, packages,
 * the program of the sandbox. The programs of threads are built too, so they are looked for beside the build.
 */
function ownAddresses() {
  const besideTheBuild = new Set([
    join(packages, 'store', 'src', 'journal', 'thread-writer.ts'),
    join(packages, 'service', 'src', 'worker-program.ts'),
  ])
  return {
    name: 'own-addresses',
    transform(code, id) {
      const path = resolve(id)
      if (!path.startsWith(packages) || besideTheBuild.has(path)) return undefined
      if (!code.includes('import.meta.url')) return undefined
      // No line moves, so the map of the source still holds.
      return {
        code: code.replaceAll('import.meta.url', `new URL('${fromBuild(id)}', import.meta.url).href`),
        map: null,
      }
    },
  }
}

/** The path from the folder of the build, as an address has it. */
function fromBuild(path) {
  return relative(folder, path).split(sep).map(encodeURIComponent).join('/').replaceAll("'", '%27')
}
