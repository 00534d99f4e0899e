import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { BUILT_IN_VIEWS, type PipelineViewDef } from './view-choice.ts'

const ICONS = { graph: 'mdi:sitemap-outline', kanban: 'mdi:view-column-outline', table: 'mdi:table' } as const

interface ViewSwitchProps {
  readonly id: string
  readonly views: readonly PipelineViewDef[]
  readonly chosen: string
  readonly onChoose: (key: string) => void
}

/** The toggle of the views, as tabs: arrow keys go from one to the next. */
export function ViewSwitch({ id, views, chosen, onChoose }: ViewSwitchProps) {
  const t = useText()
  const all = [
    ...BUILT_IN_VIEWS.map((key) => ({ key: key as string, label: t.viewer[key], icon: ICONS[key] as string })),
    ...views.map(({ key, label, icon }) => ({ key, label, icon: icon ?? 'mdi:view-dashboard-outline' })),
  ]
  const step = (by: number) => {
    const at = all.findIndex(({ key }) => key === chosen)
    const next = all[(at + by + all.length) % all.length]
    if (next === undefined) return
    onChoose(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <div className="mr-switcher" role="tablist" aria-label={t.viewer.views}>
      {all.map(({ key, label, icon }) => (
        <button
          key={key}
          id={`${id}-${key}`}
          type="button"
          role="tab"
          className="mr-switcher__one"
          aria-label={label}
          data-tip={label}
          aria-selected={key === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') step(1)
            else if (event.key === 'ArrowLeft') step(-1)
          }}
        >
          <Icon name={icon} size={16} />
          <span className="mr-switcher__label">{label}</span>
        </button>
      ))}
    </div>
  )
}
