/** Debian's Chromium, for tests and for the screenshots of the documentation. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

function found(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  return NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()).find(Boolean)
}

const executablePath = found()

export const hasChromium = executablePath !== undefined

let shared: Promise<Browser> | undefined

/**
 * The browser of all test files of a worker: starting one takes longer than many tests. A file closes its contexts; the
 * browser ends with the process.
 */
export async function sharedBrowser(): Promise<Browser> {
  if ((await shared)?.isConnected() !== true) shared = launchBrowser()
  return shared as Promise<Browser>
}

export async function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('No Chromium: apt-get install chromium, or set CHROMIUM')
  return chromium.launch({ executablePath, headless: true, args: ARGS })
}
