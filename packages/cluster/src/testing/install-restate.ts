/** Installs the Restate server of deploy/restate/package-lock.json into .cache/restate; once, about 224 MB. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WANTED = fileURLToPath(new URL('../../../../deploy/restate/', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url))
const INSTALLED = join(CACHE, 'restate')

/** The path of the server's binary. */
export async function installRestate(): Promise<string> {
  if (!isInstalled()) await install()
  return join(
    INSTALLED,
    `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
  )
}

function isInstalled(): boolean {
  const [wanted, found] = [WANTED, INSTALLED].map((folder) => join(folder, 'package-lock.json'))
  if (wanted === undefined || found === undefined || !existsSync(found)) return false
  return readFileSync(wanted, 'utf8') === readFileSync(found, 'utf8')
}

/** Installs into a folder of its own and moves it, so that another process never sees half an installation. */
async function install(): Promise<void> {
  console.log('Millrace: installing the Restate server into .cache/restate (once; about 224 MB) …')
  const folder = join(CACHE, `restate-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(WANTED, name), join(folder, name))
  // Without scripts: the only one is the usage report of @scarf/scarf.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const npm = spawn('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  const [code] = await once(npm, 'exit')
  if (code !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('The Restate server could not be installed; see the messages of npm above.')
  }
  if (!isInstalled()) rmSync(INSTALLED, { recursive: true, force: true })
  try {
    renameSync(folder, INSTALLED)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another process may have installed it meanwhile.
    if (!isInstalled()) throw error
  }
}
