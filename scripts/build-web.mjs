/**
 * Builds the web page when a source is newer than the built one. Runs before `npm start` and the browser tests; plain
 * JavaScript, on whatever Node.js npm was started with, after the packages are installed. `--force` builds in any case.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'packages', 'web')
const built = join(web, 'dist', 'index.html')
const SOURCES = [
  'packages/web/src',
  'packages/web/build',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/package.json',
  'packages/model/src',
  'packages/agentspec/src',
  // The icons of the catalogue are bundled.
  'packages/nodes/src/types',
]

/** When anything below a path was changed last, in milliseconds. */
function newestIn(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .reduce((newest, entry) => Math.max(newest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs), 0)
}

/** Whether the built page is older than what it is built from. */
export function isStale() {
  if (!existsSync(built)) return true
  const at = statSync(built).mtimeMs
  return SOURCES.some((source) => newestIn(join(root, source)) > at)
}

/** Builds if needed; returns whether the page is there afterwards. */
export function buildWeb({ force = false } = {}) {
  if (!force && !isStale()) return true
  console.log('Millrace: building the web page (a few seconds, only when it changed) …')
  const started = Date.now()
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const node = existsSync(pinned) ? pinned : process.execPath
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: web, stdio: 'inherit' })
  if (done.status !== 0) {
    console.error('Millrace: the web page could not be built; the reason is above.')
    return false
  }
  console.log(`Millrace: the web page is ready after ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!buildWeb({ force: process.argv.includes('--force') })) process.exit(1)
}
