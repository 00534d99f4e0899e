import { describe } from 'vitest'
import { hasChromium } from './chromium.ts'

/** A suite that needs a browser. Without one it is skipped on somebody's own machine, and fails where CI is set. */
export function describeInBrowser(name: string, suite: () => void): void {
  const isSkipped = !hasChromium && !process.env.CI
  const why = isSkipped ? ' (skipped: no Chromium; apt-get install chromium, or set CHROMIUM)' : ''
  describe.skipIf(isSkipped)(name + why, suite)
}
