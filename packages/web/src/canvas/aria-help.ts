/** Screen-reader texts of the canvas library, in the language of the page. */
import type { AriaLabelConfig } from '@xyflow/react'
import type { Texts } from '../i18n/texts.ts'

export function ariaHelp(isEditable: boolean, t: Texts): Partial<AriaLabelConfig> {
  const { nodeKeys, nodeKeysReading, edgeKeys, edgeKeysReading, moved, directions, minimap } = t.editor.canvas
  const keys = isEditable ? nodeKeys : nodeKeysReading
  return {
    'node.a11yDescription.default': keys,
    'node.a11yDescription.keyboardDisabled': keys,
    'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
      moved(directions[direction as keyof typeof directions] ?? direction, Math.round(x), Math.round(y)),
    'edge.a11yDescription.default': isEditable ? edgeKeys : edgeKeysReading,
    'minimap.ariaLabel': minimap,
  }
}
