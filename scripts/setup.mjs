/**
 * Runs before `npm start` and `npm test`: installs from the lockfile when that was never done or the lockfile is newer.
 * Plain JavaScript without imports from packages, because it runs on whatever Node.js the machine has, before anything
 * is installed. Afterwards npm finds the pinned Node.js in node_modules/.bin first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockfile = join(root, 'package-lock.json')
const installed = join(root, 'node_modules', '.package-lock.json')

const isFresh = existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs
if (!isFresh) {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) {
    console.error(`Millrace needs Node.js 20 or later to set itself up; this is ${process.version}.`)
    process.exit(1)
  }
  console.log('Millrace: installing packages from the lockfile (once; about half a minute) …')
  const started = Date.now()
  const ticking = process.env.CI === undefined && process.stdout.isTTY
  const npm = process.env.npm_execpath
  // Not `npm ci`: it refuses a lockfile that lacks the optional packages of another platform, and a registry need not have
  // them all. This installs what the lockfile says and leaves it as it is.
  // Errors only: packages that ask for a newer Node.js than the machine's run on the pinned one, and npm cannot know.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', ticking ? '--progress' : '--no-progress']
  const args = ['install', '--no-save', ...quiet]
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) {
    console.error('Millrace: the packages could not be installed; npm says why above.')
    process.exit(done.status ?? 1)
  }
  console.log(`Millrace: packages are ready after ${Math.round((Date.now() - started) / 1000)} s.`)
}
