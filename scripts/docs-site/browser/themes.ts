/** The theme of the site. The editor of the same origin stores its choice under the same key. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'millrace:theme'

export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === value) ?? 'system'
  } catch {
    return 'system'
  }
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may block storage; the choice then lasts until the next page.
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
