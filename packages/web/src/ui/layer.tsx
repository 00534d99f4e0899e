/**
 * The top layer of one mounted instance. Menus, lists, dialogs and tooltips are rendered here: inside the root, so that
 * its theme applies and unmounting removes them, and in the browser's top layer, so that no host style clips or covers
 * them.
 */
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** Shows the layer; the returned function hides it when its last user is gone. */
type Retain = () => () => void

interface LayerHandle {
  readonly element: HTMLElement | null
  readonly retain: Retain
}

const LayerContext = createContext<LayerHandle | undefined>(undefined)

interface LayerProps {
  readonly children: ReactNode
  /** Popups that belong to the whole instance. */
  readonly popups: ReactNode
}

export function Layer({ children, popups }: LayerProps) {
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const users = useRef(0)
  const retain = useCallback<Retain>(() => {
    users.current += 1
    if (users.current === 1) element?.showPopover()
    return () => {
      users.current -= 1
      if (users.current === 0 && element?.isConnected) element.hidePopover()
    }
  }, [element])
  const layer = useMemo(() => ({ element, retain }), [element, retain])
  return (
    <LayerContext value={layer}>
      {children}
      <div className="mr-layer" popover="manual" ref={setElement}>
        {popups}
      </div>
    </LayerContext>
  )
}

/** The element of the layer, which is visible while `isOpen`. */
export function useLayer(isOpen: boolean): HTMLElement | null {
  const layer = use(LayerContext)
  if (layer === undefined) throw new Error('useLayer is used outside of MillraceRoot')
  const { element, retain } = layer
  useLayoutEffect(() => (isOpen ? retain() : undefined), [isOpen, retain])
  return element
}

/** Closes a popup when a press starts outside of it, before the canvas interprets the press as a drag. */
export function useCloseOnPress(content: HTMLElement | null, onClose: () => void): void {
  useLayoutEffect(() => {
    const press = (event: PointerEvent) => {
      if (content !== null && !event.composedPath().includes(content)) onClose()
    }
    window.addEventListener('pointerdown', press, true)
    return () => window.removeEventListener('pointerdown', press, true)
  }, [content, onClose])
}
