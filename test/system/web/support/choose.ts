import type { Locator } from 'playwright-core'

/** Selects an option of one of our selects. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().getByRole('option', { name: option, exact: true }).click()
}
