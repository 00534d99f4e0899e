/**
 * Runs before `npm start`, `npm run build`, `npm run dev` and `npm test`: installs from the lockfile unless the installed
 * packages are those of the lockfile. It compares contents, because copying files loses their times.
 *
 * Plain JavaScript without imports from packages, because it runs on the Node.js of the machine, before anything is
 * installed. Afterwards npm finds the pinned Node.js in node_modules/.bin first.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

if (!isInstalled()) {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 20) {
    console.error(`Millrace needs Node.js 20 or later to set itself up; this is ${process.version}.`)
    process.exit(1)
  }
  console.log('Millrace: installing packages from the lockfile (once; about half a minute) …')
  const started = Date.now()
  const ticking = process.env.CI === undefined && process.stdout.isTTY
  const npm = process.env.npm_execpath
  // Not `npm ci`: it rejects a lockfile without the optional packages of another platform, and a registry need not have
  // all of them. This installs the versions in the lockfile and does not change it.
  // Errors only: npm warns about packages that require a newer Node.js, but they run on the pinned one.
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

/** True if every package of the lockfile is installed in its version; optional ones may be for another platform. */
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, optional, devOptional, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const found = installed[path]
    if (found === undefined) return optional === true || devOptional === true
    return link === true || found.version === version
  })
}

/** The packages that a lockfile lists by path; none if it cannot be read. */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}
