/**
 * Bundles the service when a source is not as it was, so that a start loads a few files and not a thousand. Runs before
 * `npm start`, the tests and the benches; plain JavaScript, on whatever Node.js npm was started with, after the packages
 * are installed. Nothing depends on it: without a build the program runs from its sources and only starts slower.
 * `--force` builds in any case.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILDS, builtProgram, RECORD, ROOT } from '../packages/service/bin/built-program.js'

/** What the build is made of. The packages that are bundled change with the installed lockfile. */
const FOLDERS = ['model', 'engine', 'nodes', 'store', 'agentspec', 'service'].map((name) => `packages/${name}/src`)
const FILES = [
  'packages/service/package.json',
  'scripts/build-service.mjs',
  'scripts/bundle-service.mjs',
  'node_modules/.package-lock.json',
]
/** A service that still runs may yet load a part of its build, so a few older ones stay. */
const KEPT_BUILDS = 4

/** Every folder and file of the sources with its time of change and, for files, its size; tests left out. */
function stateOfSources() {
  const folders = []
  const files = []
  const addFile = (path) => {
    const { mtimeMs, size } = statSync(join(ROOT, path))
    files.push([path, mtimeMs, size])
  }
  const addFolder = (path) => {
    folders.push([path, statSync(join(ROOT, path)).mtimeMs])
    for (const entry of readdirSync(join(ROOT, path), { withFileTypes: true })) {
      if (entry.isDirectory()) addFolder(`${path}/${entry.name}`)
      else if (!/\.test\.ts$/.test(entry.name)) addFile(`${path}/${entry.name}`)
    }
  }
  for (const path of FOLDERS) addFolder(path)
  for (const path of FILES) addFile(path)
  return { folders, files }
}

/** Builds if needed; returns whether there is an up-to-date build afterwards. */
export function buildService({ force = false } = {}) {
  if (!force && builtProgram() !== undefined) return true
  const started = Date.now()
  try {
    generate()
    build(`build-${started.toString(36)}-${process.pid}`)
  } catch (error) {
    console.error(`Millrace: the service could not be bundled (${error.message}); it runs from its sources.`)
    return false
  }
  console.log(`Millrace: the service is bundled after ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

/** Writes the registries that are out of date, before their state is recorded. */
function generate() {
  const { status } = spawnSync(pinnedNode(), [join(ROOT, 'scripts', 'generate.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the reason is above')
}

function pinnedNode() {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(pinned) ? pinned : process.execPath
}

/** A folder of its own each time, and the record last: nobody ever finds half of a build. */
function build(name) {
  const folder = join(BUILDS, name)
  // Looked at before anything is read: what is changed meanwhile makes the build count as out of date.
  const state = stateOfSources()
  mkdirSync(BUILDS, { recursive: true })
  const bundling = spawnSync(pinnedNode(), [join(ROOT, 'scripts', 'bundle-service.mjs'), folder], { stdio: 'inherit' })
  if (bundling.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('the reason is above')
  }
  writeFileSync(`${RECORD}.${process.pid}`, JSON.stringify({ name, ...state }))
  renameSync(`${RECORD}.${process.pid}`, RECORD)
  forgetOldBuilds()
}

function forgetOldBuilds() {
  const builds = readdirSync(BUILDS).filter((name) => name.startsWith('build-'))
  const newestFirst = builds
    .map((name) => ({ name, at: statSync(join(BUILDS, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at)
  for (const { name } of newestFirst.slice(KEPT_BUILDS)) rmSync(join(BUILDS, name), { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildService({ force: process.argv.includes('--force') })
