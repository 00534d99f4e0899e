/**
 * Menus, toasts and tooltips of one mounted instance. Only one menu is open at a time; a tooltip is the `data-tip` of
 * an element.
 */
import { createContext, type ReactNode, type RefObject, use, useEffect, useMemo, useState } from 'react'
import { Layer } from './layer.tsx'
import type { OpenMenu } from './menu.ts'
import { createStore, type Store, useStore } from './store.ts'
import { type Toast, type ToastMessage, Toasts } from './toasts.tsx'
import { TooltipLayer } from './tooltip.tsx'
import { usePopups, usePreloadedPopups } from './use-popups.ts'

export interface Overlays {
  readonly openMenu: (menu: OpenMenu) => void
  readonly closeMenu: () => void
  readonly toast: (message: ToastMessage) => void
}

interface OverlayState {
  /** `id` differs for every opened menu, so that each one is mounted separately. */
  readonly menu: { readonly id: number; readonly open: OpenMenu } | undefined
  readonly toasts: readonly Toast[]
}

const OverlayContext = createContext<Overlays | undefined>(undefined)

/** Menus and toasts of the surrounding instance. */
export function useOverlays(): Overlays {
  const overlays = use(OverlayContext)
  if (overlays === undefined) throw new Error('useOverlays is used outside of MillraceRoot')
  return overlays
}

let lastToast = 0
let lastMenu = 0
const TOAST_MS = 6000
const MAX_TOASTS = 4

function overlaysOf(store: Store<OverlayState>): Overlays {
  return {
    openMenu: (open) => store.set({ menu: { id: ++lastMenu, open } }),
    closeMenu: () => store.set({ menu: undefined }),
    toast: (message) => {
      const toast = { tone: 'info', ...message, id: ++lastToast } as const
      store.set((state) => ({ ...state, toasts: [...state.toasts, toast].slice(-MAX_TOASTS) }))
    },
  }
}

/** Provides the overlays and renders them above `children`. */
export function OverlayLayer({ root, children }: { root: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [store] = useState(() => createStore<OverlayState>({ menu: undefined, toasts: [] }))
  const overlays = useMemo(() => overlaysOf(store), [store])
  const menu = useStore(store, (state) => state.menu)
  const toasts = useStore(store, (state) => state.toasts)
  const drop = (id: number) => store.set((state) => ({ ...state, toasts: state.toasts.filter((one) => one.id !== id) }))
  const oldest = toasts.find((toast) => toast.tone !== 'error')?.id
  useEffect(() => {
    if (oldest === undefined) return
    const timer = setTimeout(() => {
      store.set((state) => ({ ...state, toasts: state.toasts.filter((one) => one.id !== oldest) }))
    }, TOAST_MS)
    return () => clearTimeout(timer)
  }, [oldest, store])
  usePreloadedPopups(root)
  return (
    <OverlayContext value={overlays}>
      <Layer
        popups={
          <>
            {menu !== undefined && <Menu key={menu.id} menu={menu.open} overlays={overlays} />}
            <TooltipLayer root={root} />
          </>
        }
      >
        {children}
      </Layer>
      <div className="mr-overlays">
        <Toasts toasts={toasts} onDrop={drop} />
      </div>
    </OverlayContext>
  )
}

function Menu({ menu, overlays }: { menu: OpenMenu; overlays: Overlays }) {
  const popups = usePopups(overlays.toast)
  return popups && <popups.MenuPopup menu={menu} onClose={overlays.closeMenu} />
}
