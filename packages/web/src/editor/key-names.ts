/** Keys by name: as the table of actions writes them, as they are pressed, and as people read them. */

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** A key as it is written on this machine's keyboard. */
export function shownKeys(keys: string): string {
  const names: Readonly<Record<string, string>> = isMac()
    ? { Mod: '⌘', Shift: '⇧', Delete: '⌫' }
    : { Mod: 'Ctrl', Delete: 'Del' }
  return keys
    .split('+')
    .map((key) => names[key] ?? key)
    .join(isMac() ? '' : '+')
}

/** The way a key press is written in the table of actions. */
export function pressedKeys(event: { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  // A mark such as ? already says that Shift is down.
  const hasShift = event.shiftKey && (/^[A-Z]$/.test(key) || key.length > 1)
  return [event.ctrlKey || event.metaKey ? 'Mod' : '', hasShift ? 'Shift' : '', key].filter(Boolean).join('+')
}
