import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from '@ariakit/react/combobox'
import { Popover, PopoverProvider } from '@ariakit/react/popover'
import type { Point } from '@millrace/model'
import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { useCloseOnPress } from './layer.tsx'
import { LayerPortal } from './layer-portal.tsx'

export interface PickerItem {
  readonly key: string
  readonly content: ReactNode
  readonly style?: CSSProperties
  /** Heading above this item and those that follow it with the same heading. */
  readonly group?: string | undefined
}

interface PickerProps {
  readonly label: string
  /** Position in the window; centered without one. */
  readonly at?: Point | undefined
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly items: readonly PickerItem[]
  readonly onPick: (key: string) => void
  readonly onClose: () => void
  /** Shown when there are no items. */
  readonly empty: string
}

/** A search field above a list that is always open: type, move with the arrow keys, select with Enter. */
export function Picker({ label, at, query, onQuery, items, onPick, onClose, empty }: PickerProps) {
  const [content, setContent] = useState<HTMLElement | null>(null)
  const [active, setActive] = useState<string | null>()
  const id = useId()
  const idOf = (key: string) => `${id}-${key}`
  // The first item is active unless another one was selected: Enter after typing takes the best match.
  const isListed = items.some(({ key }) => idOf(key) === active)
  const first = items[0]
  const item = ({ key, content: shown, style }: PickerItem) => (
    <ComboboxItem
      key={key}
      id={idOf(key)}
      className="mr-menu__item mr-picker__item"
      style={style}
      focusOnHover
      onClick={() => onPick(key)}
    >
      {shown}
    </ComboboxItem>
  )
  useCloseOnPress(content, onClose)
  return (
    <PopoverProvider
      open
      setOpen={(open) => open || onClose()}
      placement={at === undefined ? 'bottom' : 'bottom-start'}
    >
      <LayerPortal>
        <Popover
          ref={setContent}
          className="mr-picker"
          aria-label={label}
          portal
          preserveTabOrder={false}
          flip={false}
          overlap
          getAnchorRect={() => at ?? upperMiddle(content)}
          onKeyDown={(event) => {
            // Keys of the picker must not reach the canvas behind it.
            event.stopPropagation()
            if (event.key !== 'Tab') return
            event.preventDefault()
            onClose()
          }}
        >
          <ComboboxProvider
            open
            value={query}
            setValue={(next) => {
              if (next === query) return
              setActive(undefined)
              onQuery(next)
            }}
            activeId={isListed ? active : first && idOf(first.key)}
            setActiveId={setActive}
          >
            <div className="mr-search">
              <Icon name="mdi:magnify" size={15} />
              <Combobox className="mr-input" autoFocus aria-label={label} placeholder={label} />
            </div>
            <ComboboxList className="mr-picker__list mr-scroll" aria-label={label} alwaysVisible>
              {groupsIn(items).map(({ group, members }) =>
                group === undefined ? (
                  members.map(item)
                ) : (
                  <ComboboxGroup key={group} className="mr-picker__group">
                    <ComboboxGroupLabel className="mr-picker__heading">{group}</ComboboxGroupLabel>
                    {members.map(item)}
                  </ComboboxGroup>
                ),
              )}
            </ComboboxList>
            {items.length === 0 && <p className="mr-picker__none">{empty}</p>}
          </ComboboxProvider>
        </Popover>
      </LayerPortal>
    </PopoverProvider>
  )
}

function groupsIn(items: readonly PickerItem[]): { group: string | undefined; members: PickerItem[] }[] {
  const groups: { group: string | undefined; members: PickerItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === item.group) last.members.push(item)
    else groups.push({ group: item.group, members: [item] })
  }
  return groups
}

/** Position of a picker without an anchor: at the top center of its instance. */
function upperMiddle(content: HTMLElement | null) {
  const { left, top, width, height } = (content?.closest('.mr-root') ?? document.body).getBoundingClientRect()
  return { x: left + width / 2, y: top + height * 0.18 }
}
