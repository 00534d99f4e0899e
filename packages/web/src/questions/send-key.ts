import type { KeyboardEvent } from 'react'

/** Ctrl or Command with Enter, and no letter half composed. */
export function isSendKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
