import { ComboboxItem, ComboboxPopover, useComboboxContext } from '@ariakit/react/combobox'
import { useStoreState } from '@ariakit/react/store'
import { Icon } from './icon.tsx'
import { LayerPortal } from './layer-portal.tsx'
import type { SelectOption } from './popup-props.ts'

/** The options of the surrounding select. */
export function SelectList({ options }: { options: readonly SelectOption[] }) {
  const store = useComboboxContext()
  const isOpen = useStoreState(store, 'mounted') ?? false
  return (
    <LayerPortal isOpen={isOpen}>
      <ComboboxPopover className="mr-choices mr-scroll" portal preserveTabOrder={false} gutter={4}>
        {options.map(({ value, label, lang, description }) => (
          <ComboboxItem
            key={value}
            value={value}
            lang={lang}
            className="mr-menu__item mr-choices__option"
            // The name of the option is its label alone, so the description is not read as part of it.
            aria-description={description}
          >
            <Icon name="mdi:check" size={15} className="mr-choices__check" />
            <span className="mr-choices__text">
              <span className="mr-clip">{label}</span>
              {description !== undefined && (
                <span className="mr-choices__about" aria-hidden="true">
                  {description}
                </span>
              )}
            </span>
          </ComboboxItem>
        ))}
      </ComboboxPopover>
    </LayerPortal>
  )
}
