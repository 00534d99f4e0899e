import type { KeyboardEvent } from 'react'

/** True for Ctrl+Enter or Cmd+Enter, except during text composition. */
export function isSendKey({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !nativeEvent.isComposing
}
