import { describe } from 'vitest'
import { hasChromium } from './chromium.ts'

/** A suite that needs a browser. Without one it is skipped locally and fails in CI. */
export function describeInBrowser(name: string, suite: () => void): void {
  const isSkipped = !hasChromium && !process.env.CI
  const why = isSkipped ? ' (skipped: no Chromium; apt-get install chromium, or set CHROMIUM)' : ''
  describe.skipIf(isSkipped)(name + why, suite)
}
