/** Key names: in the table of actions, of key events, and for display. */
import type { Texts } from '../i18n/texts.ts'

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

const MAC_KEYS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Delete: '⌫' }

/** Display name of a key on this platform. */
export function shownKeys(keys: string, t: Texts): string {
  return keys
    .split('+')
    .map((key) => (isMac() ? MAC_KEYS[key] : t.ui.keys[key]) ?? key)
    .join(isMac() ? '' : '+')
}

/** The name of a key event as used in the table of actions. */
export function pressedKeys(event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  // A character such as ? already implies Shift.
  const hasShift = event.shiftKey && (/^[A-Z]$/.test(key) || key.length > 1)
  return [event.ctrlKey || event.metaKey ? 'Mod' : '', hasShift ? 'Shift' : '', key].filter(Boolean).join('+')
}
