import type { Point } from '@millrace/model'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type MenuItem =
  | {
      readonly label: string
      readonly run: () => void
      readonly icon?: string | undefined
      readonly keys?: string
      readonly danger?: boolean
      readonly disabled?: boolean
    }
  | { readonly line: true }
  | { readonly title: string }

export interface OpenMenu {
  /** Below this element, or at this place of the window. */
  readonly at: Element | Point
  readonly label: string
  readonly items: readonly MenuItem[]
}

interface MenuPopupProps {
  readonly menu: OpenMenu
  readonly layer: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The open menu: arrow keys, Home, End, first letters; Escape or a click elsewhere closes it. */
export function MenuPopup({ menu, layer, onClose }: MenuPopupProps) {
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  // Read while it is drawn for the first time: afterwards the menu has the focus itself.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const [popup, frame] = [ref.current, layer.current?.getBoundingClientRect()]
    if (popup === null || frame === undefined) return
    setPlace(placed(menu.at, frame, popup))
    popup.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus({ preventScroll: true })
  }, [menu, layer])
  useEffect(() => {
    const leave = (event: Event) => {
      if (event.target instanceof Node && ref.current?.contains(event.target)) return
      onClose()
    }
    window.addEventListener('pointerdown', leave, true)
    window.addEventListener('blur', onClose)
    window.addEventListener('resize', onClose)
    return () => {
      window.removeEventListener('pointerdown', leave, true)
      window.removeEventListener('blur', onClose)
      window.removeEventListener('resize', onClose)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [onClose, before])
  return (
    <div
      ref={ref}
      className="mr-menu mr-scroll"
      role="menu"
      tabIndex={-1}
      aria-label={menu.label}
      style={place}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault()
          onClose()
        } else move(event, ref.current)
      }}
    >
      {menu.items.map((item, at) => {
        // A menu is written once and never reordered while it is open.
        const key = `${at}`
        if ('line' in item) return <hr key={key} className="mr-menu__line" />
        if ('title' in item)
          return (
            <div key={key} className="mr-menu__title">
              {item.title}
            </div>
          )
        return (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classNames('mr-menu__item', item.danger && 'mr-menu__item--danger')}
            disabled={item.disabled}
            onClick={() => {
              onClose()
              item.run()
            }}
          >
            {item.icon !== undefined && <Icon name={item.icon} />}
            <span className="mr-clip">{item.label}</span>
            {item.keys !== undefined && <span className="mr-menu__keys">{item.keys}</span>}
          </button>
        )
      })}
    </div>
  )
}

function placed(at: OpenMenu['at'], frame: DOMRect, popup: HTMLElement) {
  const box = at instanceof Element ? at.getBoundingClientRect() : { left: at.x, right: at.x, top: at.y, bottom: at.y }
  const gap = at instanceof Element ? 4 : 0
  const { offsetWidth: width, offsetHeight: height } = popup
  const left = box.left + width > frame.right - 8 ? Math.max(frame.left + 8, box.right - width) : box.left
  const fitsBelow = box.bottom + gap + height <= frame.bottom - 8
  const top = fitsBelow ? box.bottom + gap : Math.max(frame.top + 8, box.top - gap - height)
  return { left: left - frame.left, top: top - frame.top }
}

function move(event: React.KeyboardEvent, popup: HTMLElement | null): void {
  const items = [...(popup?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const go = (to: number) => {
    event.preventDefault()
    items[(to + items.length) % items.length]?.focus()
  }
  if (event.key === 'ArrowDown') go(at + 1)
  else if (event.key === 'ArrowUp') go(at - 1)
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(items.length - 1)
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase()
    const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
    order.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus()
  }
}
