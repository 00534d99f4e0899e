/**
 * The theme: light, dark or system default. The choice is stored in the browser and shared by all instances of a page.
 */
import { createStore, type Store, useStore } from './store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'millrace:theme'

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === value) ?? 'system'
  } catch {
    return 'system'
  }
}

let store: Store<Theme> | undefined

/** Created on first use: the module must be importable without a browser. */
function themeStore(): Store<Theme> {
  store ??= createStore<Theme>(stored())
  return store
}

export function useTheme(): Theme {
  return useStore(themeStore(), (theme) => theme)
}

export function chooseTheme(theme: Theme): void {
  themeStore().set(() => theme)
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may block storage; the choice then lasts until the page is closed.
  }
}
