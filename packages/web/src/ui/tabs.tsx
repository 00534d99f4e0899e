import { type ReactNode, useId } from 'react'

export interface Tab<K extends string = string> {
  readonly key: K
  readonly label: ReactNode
}

interface TabsProps<K extends string> {
  readonly label: string
  readonly tabs: readonly Tab<K>[]
  readonly selected: K
  readonly onSelect: (key: K) => void
  /** The panel of the selected tab. */
  readonly children: ReactNode
  readonly panelClassName?: string
}

/** Tabs with the arrow keys that screen readers promise. */
export function Tabs<K extends string>({ label, tabs, selected, onSelect, children, panelClassName }: TabsProps<K>) {
  const id = useId()
  const step = (by: number) => {
    const at = tabs.findIndex((tab) => tab.key === selected)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (next === undefined) return
    onSelect(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div className="mr-tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            className="mr-tab"
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight') step(1)
              else if (event.key === 'ArrowLeft') step(-1)
            }}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`} className={panelClassName}>
        {children}
      </div>
    </>
  )
}
