/** Accessibility findings of axe. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Serious and critical findings, one line each; in the whole page or in matching elements. */
export async function seriousFindings(page: Page, within = 'html'): Promise<readonly string[]> {
  // Evaluated instead of added as a script, so that the content security policy stays as it is.
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(readFileSync(AXE, 'utf8'))
  }
  const options = { resultTypes: ['violations'] }
  const violations: Violation[] = await page.evaluate(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    )
}
