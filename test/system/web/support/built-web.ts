/** The built page, made once although several test files want it at the same time. */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const LOCK = join(tmpdir(), `millrace-web-build-${basename(join(ROOT, '.'))}.lock`)
/** A lock that is older was left behind. */
const LONGEST_MS = 60_000

interface BuildScript {
  readonly buildWeb: () => boolean
}

export async function builtWeb(): Promise<void> {
  const script: BuildScript = await import(pathToFileURL(join(ROOT, 'scripts/build-web.mjs')).href)
  while (!taken()) await wait(100)
  try {
    if (!script.buildWeb()) throw new Error('The web page could not be built')
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

function taken(): boolean {
  try {
    mkdirSync(LOCK)
    return true
  } catch {
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > LONGEST_MS) rmSync(LOCK, { recursive: true, force: true })
    return false
  }
}
