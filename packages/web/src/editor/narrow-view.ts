/**
 * A narrow editor, on a phone or in a small embed: catalogue and settings are overlays that are closed until they are
 * opened. What is open there does not change the panels of a wide editor.
 */
import type { NarrowPanels, View } from './editor-state.ts'

/** Below this width of the editor, panels are overlays. The container queries of narrow.css have the same width. */
export const NARROW_BELOW = 900

const ALL_CLOSED: NarrowPanels = { hasSidebar: false, hasInspector: false }

/** The view after the editor got this width; the same object if nothing changes. */
export function viewAtWidth(view: View, width: number): View {
  // An editor that is not displayed has no width.
  const isNarrow = width > 0 && width < NARROW_BELOW
  if (isNarrow === (view.narrow !== undefined)) return view
  return { ...view, narrow: isNarrow ? ALL_CLOSED : undefined }
}

/** Applies a change. In a narrow editor, a panel that opens closes the others. */
export function changedView(view: View, change: Partial<View>): View {
  if (view.narrow === undefined) return { ...view, ...change }
  const { hasSidebar, hasInspector, ...rest } = change
  const next = { ...view, ...rest }
  if (hasSidebar === true) return { ...next, side: undefined, narrow: { hasSidebar: true, hasInspector: false } }
  // `undefined` means that the settings follow the selection, so the caller wants them to be seen.
  const opensInspector = 'hasInspector' in change && hasInspector !== false
  if (opensInspector) return { ...next, narrow: { hasSidebar: false, hasInspector: true } }
  if (rest.side !== undefined) return { ...next, narrow: ALL_CLOSED }
  return {
    ...next,
    narrow: {
      hasSidebar: hasSidebar === false ? false : view.narrow.hasSidebar,
      hasInspector: hasInspector === false ? false : view.narrow.hasInspector,
    },
  }
}

/** True if the catalogue is open. */
export function hasSidebar(view: View): boolean {
  return view.narrow?.hasSidebar ?? view.hasSidebar
}
