/** Setting: fix failed commands automatically. Off by default; stored in the browser. */
const KEY = 'millrace:assistant-retry'

let isOn: boolean | undefined

export const autoRetry = {
  get(): boolean {
    isOn ??= stored()
    return isOn
  },
  set(value: boolean): void {
    isOn = value
    try {
      localStorage.setItem(KEY, String(value))
    } catch {
      // Private windows may block storage; the choice then lasts until the page is closed.
    }
  },
}

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false
  }
}
