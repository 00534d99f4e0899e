/** Light, dark, or as the system has it. The choice is kept in the browser and shared by all instances of a page. */
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

/** Made at first use: importing the module must work where there is no browser. */
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
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
