/**
 * `npm run build`: writes the program, its threads, the web editor and the documentation to `dist`;
 * `node scripts/build.mjs service`, `web` or `guide` builds only that part. `--if-needed` skips parts whose sources have
 * not changed; it compares contents, because copying files loses their times. The program itself checks nothing: it runs
 * what is in `dist`.
 *
 * Plain JavaScript, because it runs on any Node.js that starts npm; the steps run on the pinned one.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const DIST = join(ROOT, 'dist')
const RECORD = join(DIST, 'build.json')
const LOCK = join(DIST, '.lock')
/** Packages and files that each part is built from. The lockfile stands for the installed packages. */
const COMMON = ['package-lock.json', 'scripts/build.mjs']
const INPUTS = {
  service: [
    ...packages('model', 'engine', 'nodes', 'store', 'cluster', 'agentspec', 'client', 'service'),
    'scripts/bundle-service.mjs',
    'scripts/bundler.mjs',
    'scripts/openapi.ts',
  ],
  web: packages('model', 'nodes', 'agentspec', 'client', 'web'),
  guide: ['docs', 'examples', 'scripts/docs-site', 'scripts/docs-site.ts', 'scripts/bundler.mjs'],
}
/** A file that each part writes. */
const OUTPUTS = { service: ['millrace.cjs'], web: ['web', 'index.html'], guide: ['guide', 'index.html'] }
const PARTS = Object.keys(INPUTS)
const NOT_INPUT = /^(?:node_modules|dist|test|testing|journals|examples)$|\.test\.tsx?$|\.md$/
/** Of the documentation only pages and pictures count, and what builds it. */
const GUIDE_INPUT = /^[\w-]+$|\.(?:md|png|ts|css|svg)$/

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const named = PARTS.filter((part) => process.argv.includes(part))
    build(named.length === 0 ? PARTS : named, process.argv.includes('--if-needed'))
  } catch (error) {
    console.error(`Millrace: the build failed: ${error.message}`)
    process.exit(1)
  }
}

function build(parts, ifNeeded) {
  mkdirSync(DIST, { recursive: true })
  lock()
  try {
    let record = readRecord()
    const stale = ifNeeded ? staleParts(parts) : parts
    if (stale.length === 0) return
    run('the registries could not be generated', ['scripts/generate.ts', '--registries'])
    for (const part of stale) {
      const started = Date.now()
      // Before anything is read: changes made during the build make it stale.
      const source = fingerprint(part)
      const files = part === 'service' ? writeService(record.service?.files ?? []) : writeFolder(part)
      record = { ...record, [part]: { source, files } }
      // Atomic, and after the files: an interrupted build does not count.
      writeFileSync(`${RECORD}.new`, JSON.stringify(record))
      renameSync(`${RECORD}.new`, RECORD)
      console.log(`Millrace: built the ${part} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
    }
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

/** Bundles into a new folder and moves the files; those of the previous build stay for a service that still runs it. */
function writeService(previous) {
  const made = join(DIST, '.service')
  rmSync(made, { recursive: true, force: true })
  run('the service could not be bundled', ['scripts/bundle-service.mjs', made])
  run('the OpenAPI document could not be written', ['scripts/openapi.ts', join(made, 'openapi.json')])
  const files = filesIn(made).map((path) => path.slice(made.length + 1).replaceAll('\\', '/'))
  for (const file of files) {
    mkdirSync(dirname(join(DIST, file)), { recursive: true })
    renameSync(join(made, file), join(DIST, file))
  }
  rmSync(made, { recursive: true })
  const kept = new Set([...files, ...previous])
  for (const path of filesIn(DIST, (name) => !/^(?:web|guide|\.\w+)$/.test(name))) {
    const file = path.slice(DIST.length + 1).replaceAll('\\', '/')
    if (/\.[cm]js(?:\.map)?$/.test(file) && !kept.has(file)) rmSync(path)
  }
  return files
}

/** Builds the web editor or the documentation into a new folder that then replaces the old one. */
function writeFolder(part) {
  const [made, old, folder] = [`.${part}`, `.old-${part}`, part].map((name) => join(DIST, name))
  for (const left of [made, old]) rmSync(left, { recursive: true, force: true })
  if (part === 'web') {
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    run('the web editor could not be built', [vite, 'build', 'packages/web', '--outDir', made, '--logLevel', 'warn'])
  } else {
    run('the documentation could not be built', ['scripts/docs-site.ts', '--out', made])
  }
  if (existsSync(folder)) renameSync(folder, old)
  renameSync(made, folder)
  rmSync(old, { recursive: true, force: true })
  return undefined
}

/** Runs a script of the repository on the pinned Node.js. */
function run(failure, [script, ...args]) {
  const pinned = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const node = existsSync(pinned) ? pinned : process.execPath
  // Test runners set NODE_ENV, and Vite would then write a development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(node, [join(ROOT, script), ...args], { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${failure}; the reason is above`)
}

function packages(...names) {
  return names.map((name) => `packages/${name}`)
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return {}
  }
}

/** The parts that do not exist or were built from other sources. */
export function staleParts(parts = PARTS) {
  const record = readRecord()
  return parts.filter((part) => !isFresh(part, record))
}

/** True if the part exists and was built from the current sources. */
function isFresh(part, record) {
  return existsSync(join(DIST, ...OUTPUTS[part])) && record[part]?.source === fingerprint(part)
}

/** A hash over names and contents of all inputs of a part. */
function fingerprint(part) {
  const hash = createHash('sha256')
  for (const input of [...COMMON, ...INPUTS[part]]) {
    const path = join(ROOT, input)
    if (!existsSync(path)) continue
    const isInput = (name) => (part === 'guide' ? GUIDE_INPUT.test(name) : !NOT_INPUT.test(name))
    const files = statSync(path).isDirectory() ? filesIn(path, isInput) : [path]
    for (const file of files) {
      const content = readFileSync(file)
      hash.update(`${file.slice(ROOT.length).replaceAll('\\', '/')}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

/** Every file below a folder, without unwanted names, in the same order on every machine. */
function filesIn(folder, isWanted = () => true) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => isWanted(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path, isWanted) : [path]
    })
}

/** Waits while another process builds. A lock of a process that has ended is taken over. */
function lock() {
  for (;;) {
    try {
      mkdirSync(LOCK)
      writeFileSync(join(LOCK, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isHeld()) rmSync(LOCK, { recursive: true, force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
  }
}

function isHeld() {
  try {
    return process.kill(Number(readFileSync(join(LOCK, 'pid'), 'utf8')), 0)
  } catch (error) {
    // Without a process id the other process has just created the folder, or was killed before it wrote the id.
    if (error.code === 'ENOENT') return existsSync(LOCK) && Date.now() - statSync(LOCK).mtimeMs < 10_000
    return error.code === 'EPERM'
  }
}
