/** Whether failed commands are sent back without asking. Off unless somebody wants it; kept in the browser. */
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
      // Private windows may refuse; the choice then lasts as long as the page.
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
