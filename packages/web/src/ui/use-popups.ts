/** Loads the popups with the first pointer or key event in an instance, not with the page. */
import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { ToastMessage } from './toasts.tsx'

type Popups = typeof import('./popups.ts')

let loaded: Popups | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

function loadPopups(): Promise<void> {
  loading ??= import('./popups.ts').then(
    (popups) => {
      loaded = popups
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      // The next caller retries: the network may be back.
      loading = undefined
      throw error
    },
  )
  return loading
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The popups once they are loaded. */
export function useLoadedPopups(): Popups | undefined {
  return useSyncExternalStore(subscribe, () => loaded)
}

/** The popups, loaded immediately; undefined until they are loaded. */
export function usePopups(toast: (message: ToastMessage) => void): Popups | undefined {
  const t = useText()
  const popups = useLoadedPopups()
  useEffect(() => {
    if (popups === undefined) loadPopups().catch(() => toast({ tone: 'error', text: t.ui.brokenText }))
  }, [popups, toast, t])
  return popups
}

/** Loads the popups with the first user event below `root`. */
export function usePreloadedPopups(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const waiting = new AbortController()
    const load = () => {
      loadPopups().then(
        () => waiting.abort(),
        () => undefined,
      )
    }
    for (const name of ['pointerover', 'pointerdown', 'keydown', 'focusin']) {
      root.current?.addEventListener(name, load, { passive: true, signal: waiting.signal })
    }
    return () => waiting.abort()
  }, [root])
}
