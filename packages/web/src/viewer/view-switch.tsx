import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { type Tab, TabList } from '../ui/tabs.tsx'
import { ownViews, type PipelineViewDef, TIMELINE_VIEW } from './view-choice.ts'

const ICONS = {
  graph: 'mdi:sitemap-outline',
  kanban: 'mdi:view-column-outline',
  table: 'mdi:table',
  timeline: 'mdi:chart-gantt',
} as const

/** The built-in views, the timeline and the views of the host, as tabs. */
export function viewTabs(views: readonly PipelineViewDef[], t: Texts): Tab[] {
  return [
    ...ownViews(views).map((key) => viewTab(key, key === TIMELINE_VIEW ? t.runs.timeline : t.viewer[key], ICONS[key])),
    ...views.map(({ key, label, icon = 'mdi:view-dashboard-outline' }) => viewTab(key, label, icon)),
  ]
}

function viewTab(key: string, name: string, icon: string): Tab {
  const label = (
    <>
      <Icon name={icon} size={16} />
      <span className="mr-switcher__label">{name}</span>
    </>
  )
  return { key, name, label }
}

/** Switches between the views; must be inside a `TabGroup` of `viewTabs`. */
export function ViewSwitch() {
  const t = useText()
  return <TabList label={t.viewer.views} className="mr-switcher" tabClassName="mr-switcher__one" />
}
