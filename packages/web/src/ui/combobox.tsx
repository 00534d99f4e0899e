import { ComboboxItem, ComboboxPopover, ComboboxProvider, Combobox as Input } from '@ariakit/react/combobox'
import { useState } from 'react'
import type { FieldIds } from './field.tsx'
import { Icon } from './icon.tsx'
import { LayerPortal } from './layer-portal.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** True if the value is an id that means nothing to people. */
  readonly hidesValue?: boolean
}

interface ComboboxProps {
  readonly text: string
  readonly options: readonly ComboboxOption[]
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** Called for every typed character. */
  readonly onText: (text: string) => void
  readonly onPick: (option: ComboboxOption) => void
  /** Called on Enter without an active option. Returns true if the key was handled. */
  readonly onEnter: () => boolean
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly label: string
  readonly ids?: FieldIds | undefined
  /** Shown instead of options that are missing, loading or failed. */
  readonly empty: string
  readonly placeholder?: string | undefined
  readonly readOnly?: boolean
}

/** A text field with suggestions below it. */
export function Combobox(props: ComboboxProps) {
  const { text, options, isOpen, onOpenChange, onText, onPick, label, ids } = props
  const [active, setActive] = useState<string | null>()
  return (
    <ComboboxProvider
      value={text}
      setValue={(next) => next !== text && onText(next)}
      open={isOpen}
      setOpen={onOpenChange}
      activeId={active}
      setActiveId={setActive}
    >
      <div className="mr-suggest">
        <Input
          {...ids}
          className="mr-input"
          aria-label={ids === undefined ? label : undefined}
          autoComplete="list"
          spellCheck={false}
          readOnly={props.readOnly}
          placeholder={props.placeholder}
          showOnClick={false}
          onFocus={props.onFocus}
          onBlur={props.onBlur}
          onKeyDownCapture={(event) => {
            // Closed before the focus moves: the open list would move it back.
            if (event.key === 'Tab' && isOpen) onOpenChange(false)
            const closes = event.key === 'Escape' && isOpen
            if (closes) onOpenChange(false)
            const enters = event.key === 'Enter' && !(isOpen && active != null) && props.onEnter()
            if (!closes && !enters) return
            // The key is handled: it must not also close a dialog or reach the canvas.
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <Icon name="mdi:chevron-down" size={15} className="mr-suggest__mark" />
      </div>
      <LayerPortal isOpen={isOpen}>
        <ComboboxPopover
          className="mr-choices mr-scroll"
          portal
          preserveTabOrder={false}
          gutter={2}
          unmountOnHide
          aria-label={label}
        >
          {options.map((option) => (
            <ComboboxItem
              key={option.value}
              value={option.value}
              className="mr-menu__item mr-suggest__option"
              setValueOnClick={false}
              focusOnHover
              onClick={() => onPick(option)}
            >
              <span>{option.label}</span>
              {option.label !== option.value && !option.hidesValue && (
                <span className="mr-suggest__value">{option.value}</span>
              )}
            </ComboboxItem>
          ))}
          {options.length === 0 && (
            <div className="mr-suggest__none" role="presentation">
              {props.empty}
            </div>
          )}
        </ComboboxPopover>
      </LayerPortal>
    </ComboboxProvider>
  )
}
