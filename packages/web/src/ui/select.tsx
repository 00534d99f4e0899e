import { ComboboxProvider, ComboboxSelect } from '@ariakit/react/combobox'
import { useState } from 'react'
import type { FieldIds } from './field.tsx'
import { Icon } from './icon.tsx'
import { useOverlays } from './overlays.tsx'
import type { SelectOption } from './popup-props.ts'
import { usePopups } from './use-popups.ts'

interface SelectProps<K extends string> {
  readonly value: K
  readonly options: readonly SelectOption<K>[]
  readonly onChange: (value: K) => void
  /** The accessible name, if no `ids` connect it to a label. */
  readonly label?: string | undefined
  readonly ids?: Partial<FieldIds> | undefined
  readonly disabled?: boolean | undefined
}

/** A select. The list is mounted when the control is hovered or focused. */
export function Select<K extends string>(props: SelectProps<K>) {
  const { value, options, onChange, label, ids, disabled } = props
  const [hasList, setHasList] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <ComboboxProvider
      open={isOpen}
      setOpen={setOpen}
      selectedValue={value}
      setSelectedValue={(next) => {
        const option = options.find((one) => one.value === next)
        if (option !== undefined && option.value !== value) onChange(option.value)
      }}
    >
      <ComboboxSelect
        {...ids}
        className="mr-input mr-select"
        aria-label={label}
        disabled={disabled ?? false}
        onFocus={() => setHasList(true)}
        onPointerEnter={() => setHasList(true)}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          // Escape closes the list, not the surrounding dialog. The library would pass the key to the active option.
          setOpen(false)
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <span className="mr-clip" lang={chosen?.lang}>
          {chosen?.label}
        </span>
        <Icon name="mdi:chevron-down" size={15} className="mr-select__mark" />
      </ComboboxSelect>
      {hasList && <List options={options} />}
    </ComboboxProvider>
  )
}

function List({ options }: { options: readonly SelectOption[] }) {
  const popups = usePopups(useOverlays().toast)
  return popups && <popups.SelectList options={options} />
}
