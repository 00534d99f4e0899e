/**
 * Menus, toasts and tooltips of one mounted instance. They are drawn inside its root, so that its colours reach them and
 * nothing is left in the host's page. There is one menu at a time; a tooltip is any element's `data-tip`.
 */
import { createContext, type ReactNode, type RefObject, use, useEffect, useMemo, useRef, useState } from 'react'
import { MenuPopup, type OpenMenu } from './menu.tsx'
import { createStore, type Store, useStore } from './store.ts'
import { type Toast, type ToastMessage, Toasts } from './toasts.tsx'
import { TooltipLayer } from './tooltip.tsx'

export interface Overlays {
  readonly openMenu: (menu: OpenMenu) => void
  readonly closeMenu: () => void
  readonly toast: (message: ToastMessage) => void
}

interface OverlayState {
  readonly menu: OpenMenu | undefined
  readonly toasts: readonly Toast[]
}

const OverlayContext = createContext<Overlays | undefined>(undefined)

/** Menus and toasts of the instance that the component is drawn in. */
export function useOverlays(): Overlays {
  const overlays = use(OverlayContext)
  if (overlays === undefined) throw new Error('useOverlays is used outside of MillraceRoot')
  return overlays
}

let lastToast = 0
const TOAST_MS = 6000
const MOST_TOASTS = 4

function overlaysOf(store: Store<OverlayState>): Overlays {
  return {
    openMenu: (menu) => store.set({ menu }),
    closeMenu: () => store.set({ menu: undefined }),
    toast: (message) => {
      const toast = { tone: 'info', ...message, id: ++lastToast } as const
      store.set((state) => ({ ...state, toasts: [...state.toasts, toast].slice(-MOST_TOASTS) }))
    },
  }
}

/** Provides the overlays and draws them above `children`. */
export function OverlayLayer({ root, children }: { root: RefObject<HTMLElement | null>; children: ReactNode }) {
  const [store] = useState(() => createStore<OverlayState>({ menu: undefined, toasts: [] }))
  const overlays = useMemo(() => overlaysOf(store), [store])
  const layer = useRef<HTMLDivElement>(null)
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
  return (
    <OverlayContext value={overlays}>
      {children}
      <div className="mr-overlays" ref={layer}>
        {menu !== undefined && <MenuPopup menu={menu} layer={layer} onClose={overlays.closeMenu} />}
        <Toasts toasts={toasts} onDrop={drop} />
        <TooltipLayer root={root} />
      </div>
    </OverlayContext>
  )
}
