import { MenuItem as Item, Menu, MenuSeparator, useMenuStore } from '@ariakit/react/menu'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useCloseOnPress, useLayer } from './layer.tsx'
import type { MenuItem, OpenMenu } from './menu.ts'

interface MenuPopupProps {
  readonly menu: OpenMenu
  readonly onClose: () => void
}

/** The open menu. */
export function MenuPopup({ menu: { at, label, items }, onClose }: MenuPopupProps) {
  const isElement = at instanceof HTMLElement
  // Read during the first render: afterwards the menu has the focus.
  const [before] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null))
  const store = useMenuStore({ open: true, setOpen: (open) => open || onClose(), placement: 'bottom-start' })
  const [content, setContent] = useState<HTMLElement | null>(null)
  useLayer(true)
  useCloseOnPress(content, onClose)
  useLayoutEffect(() => {
    store.setInitialFocus('first')
    store.setAutoFocusOnShow(true)
    if (!isElement) return
    store.setAnchorElement(at)
    if (at.ariaHasPopup === 'menu') at.ariaExpanded = 'true'
    return () => at.removeAttribute('aria-expanded')
  }, [store, at, isElement])
  const run = (item: MenuItem & { run: () => void }) => {
    // Restore the focus before the action runs: a dialog that it opens returns the focus to the same element.
    flushSync(onClose)
    item.run()
  }
  return (
    <Menu
      store={store}
      ref={setContent}
      className="mr-menu mr-scroll"
      aria-label={label}
      finalFocus={before}
      gutter={isElement ? 4 : 0}
      getAnchorRect={() => rectOf(at)}
      onKeyDown={(event) => {
        // Keys of a menu must not reach the canvas behind it.
        event.stopPropagation()
        if (event.key !== 'Tab') return
        event.preventDefault()
        onClose()
      }}
    >
      {items.map((item, index) => {
        // Items never change their order while the menu is open.
        const key = `${index}`
        if ('line' in item) return <MenuSeparator key={key} className="mr-menu__line" />
        if ('title' in item)
          return (
            <div key={key} className="mr-menu__title">
              {item.title}
            </div>
          )
        return (
          <Item
            key={key}
            className={classNames('mr-menu__item', item.danger && 'mr-menu__item--danger')}
            disabled={item.disabled ?? false}
            hideOnClick={false}
            onClick={() => run(item)}
          >
            {item.icon !== undefined && <Icon name={item.icon} />}
            <span className="mr-clip">{item.label}</span>
            {item.keys !== undefined && <span className="mr-menu__keys">{item.keys}</span>}
          </Item>
        )
      })}
    </Menu>
  )
}

function rectOf(at: OpenMenu['at']) {
  return at instanceof Element ? at.getBoundingClientRect() : { x: at.x, y: at.y, width: 0, height: 0 }
}
