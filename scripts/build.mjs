/**
 * `npm run build`: writes the program, its threads and the web editor to `dist`; `node scripts/build.mjs service` or `web`
 * builds only that part. `--if-needed` skips parts whose sources have not changed; it compares contents, because copying
 * files loses their times. The program itself checks nothing: it runs what is in `dist`.
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
  service: [...packages('model', 'engine', 'nodes', 'store', 'agentspec', 'service'), 'scripts/bundle-service.mjs'],
  web: packages('model', 'nodes', 'agentspec', 'client', 'web'),
}
const PARTS = Object.keys(INPUTS)
const NOT_INPUT = /^(?:node_modules|dist|test|testing|journals|examples)$|\.test\.tsx?$|\.md$/

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
    const stale = parts.filter((part) => !ifNeeded || !isFresh(part, record))
    if (stale.length === 0) return
    run('the registries could not be generated', ['scripts/generate.ts', '--registries'])
    for (const part of stale) {
      const started = Date.now()
      // Before anything is read: changes made during the build make it stale.
      const source = fingerprint(part)
      const files = part === 'web' ? writeWeb() : writeService(record.service?.files ?? [])
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
  const files = filesIn(made).map((path) => path.slice(made.length + 1).replaceAll('\\', '/'))
  for (const file of files) {
    mkdirSync(dirname(join(DIST, file)), { recursive: true })
    renameSync(join(made, file), join(DIST, file))
  }
  rmSync(made, { recursive: true })
  const kept = new Set([...files, ...previous])
  for (const path of filesIn(DIST, (name) => !/^(?:web|\.\w+)$/.test(name))) {
    const file = path.slice(DIST.length + 1).replaceAll('\\', '/')
    if (/\.[cm]js(?:\.map)?$/.test(file) && !kept.has(file)) rmSync(path)
  }
  return files
}

/** Builds the web editor into a new folder that then replaces the old one. */
function writeWeb() {
  const [made, old, page] = ['.web', '.old-web', 'web'].map((name) => join(DIST, name))
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true })
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  run('the web editor could not be built', [vite, 'build', 'packages/web', '--outDir', made, '--logLevel', 'warn'])
  if (existsSync(page)) renameSync(page, old)
  renameSync(made, page)
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

/** True if the part exists and was built from the current sources. */
function isFresh(part, record) {
  const output = part === 'web' ? join(DIST, 'web', 'index.html') : join(DIST, 'millrace.cjs')
  return existsSync(output) && record[part]?.source === fingerprint(part)
}

/** A hash over names and contents of all inputs of a part. */
function fingerprint(part) {
  const hash = createHash('sha256')
  for (const input of [...COMMON, ...INPUTS[part]]) {
    const path = join(ROOT, input)
    if (!existsSync(path)) continue
    const files = statSync(path).isDirectory() ? filesIn(path, (name) => !NOT_INPUT.test(name)) : [path]
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
