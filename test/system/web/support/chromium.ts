/** Debian's Chromium. Without it browser tests are skipped on somebody's own machine, and fail where CI is set. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--force-color-profile=srgb']

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

function found(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  const paths = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim())
  return paths.find(Boolean)
}

const executablePath = found()

export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('No Chromium: install it (apt-get install chromium) or set CHROMIUM')
  return chromium.launch({ executablePath, headless: true, args: ARGS })
}

/** A suite that needs a browser. */
export function describeInBrowser(name: string, suite: () => void): void {
  const isSkipped = executablePath === undefined && !process.env.CI
  const why = isSkipped ? ' (skipped: no Chromium; apt-get install chromium, or set CHROMIUM)' : ''
  describe.skipIf(isSkipped)(name + why, suite)
}
