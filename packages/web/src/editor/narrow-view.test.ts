import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INITIAL_STATE } from './editor-state.ts'
import { changedView, hasSidebar, NARROW_BELOW, viewAtWidth } from './narrow-view.ts'

const wide = INITIAL_STATE.view
const narrow = viewAtWidth(wide, NARROW_BELOW - 1)

test('closes the catalogue in a narrow editor and restores it when the editor grows', () => {
  expect(hasSidebar(wide)).toBe(true)
  expect(hasSidebar(narrow)).toBe(false)
  const grown = viewAtWidth(changedView(narrow, { hasSidebar: false }), NARROW_BELOW)
  expect(hasSidebar(grown)).toBe(true)
  expect(viewAtWidth(wide, 0)).toBe(wide)
})

test('shows one overlay at a time in a narrow editor', () => {
  const catalogue = changedView(changedView(narrow, { side: 'run' }), { hasSidebar: true })
  expect(catalogue).toMatchObject({ side: undefined, narrow: { hasSidebar: true, hasInspector: false } })
  const settings = changedView(catalogue, { hasInspector: undefined, side: undefined })
  expect(settings.narrow).toEqual({ hasSidebar: false, hasInspector: true })
  const run = changedView(settings, { side: 'run' })
  expect(run).toMatchObject({ side: 'run', narrow: { hasSidebar: false, hasInspector: false } })
  expect(changedView(settings, { hasInspector: false }).narrow?.hasInspector).toBe(false)
  expect(changedView(settings, { snaps: false }).narrow?.hasInspector).toBe(true)
})

test('the container queries and the panels change at the same width', () => {
  const css = readFileSync(new URL('./narrow.css', import.meta.url), 'utf8')
  const widths = [...css.matchAll(/@container mr-editor \(width < (\d+)px\)/g)].map(([, width]) => Number(width))
  expect(Math.max(...widths)).toBe(NARROW_BELOW)
})
