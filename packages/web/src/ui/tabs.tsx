import { TabList as List, TabPanel as Panel, Tab as TabButton, TabProvider } from '@ariakit/react/tab'
import { createContext, type ReactNode, use, useId } from 'react'

export interface Tab<K extends string = string> {
  readonly key: K
  readonly label: ReactNode
  /** The accessible name and the tooltip of a tab whose label may be hidden. */
  readonly name?: string
}

interface TabGroupProps<K extends string> {
  readonly tabs: readonly Tab<K>[]
  readonly selected: K
  readonly onSelect: (key: K) => void
  readonly children: ReactNode
}

interface TabsProps<K extends string> extends TabGroupProps<K> {
  readonly label: string
  readonly panelClassName?: string
}

/** A tab list above the panel of the selected tab. */
export function Tabs<K extends string>({ label, children, panelClassName, ...group }: TabsProps<K>) {
  return (
    <TabGroup {...group}>
      <TabList label={label} />
      <TabPanel className={panelClassName}>{children}</TabPanel>
    </TabGroup>
  )
}

interface Group {
  readonly tabs: readonly Tab[]
  readonly selected: string
  readonly idOf: (key: string) => string
}

const GroupContext = createContext<Group>({ tabs: [], selected: '', idOf: (key) => key })

/** Connects a `TabList` with a `TabPanel` elsewhere below it. */
export function TabGroup<K extends string>({ tabs, selected, onSelect, children }: TabGroupProps<K>) {
  const id = useId()
  const idOf = (key: string) => `${id}-${key}`
  return (
    <TabProvider
      selectedId={idOf(selected)}
      setSelectedId={(chosen) => {
        const tab = tabs.find(({ key }) => idOf(key) === chosen)
        if (tab !== undefined && tab.key !== selected) onSelect(tab.key)
      }}
    >
      <GroupContext value={{ tabs, selected, idOf }}>{children}</GroupContext>
    </TabProvider>
  )
}

interface TabListProps {
  readonly label: string
  readonly className?: string
  readonly tabClassName?: string
}

export function TabList({ label, className = 'mr-tabs', tabClassName = 'mr-tab' }: TabListProps) {
  const { tabs, idOf } = use(GroupContext)
  return (
    <List className={className} aria-label={label}>
      {tabs.map(({ key, label: text, name }) => (
        <TabButton key={key} id={idOf(key)} className={tabClassName} aria-label={name} data-tip={name}>
          {text}
        </TabButton>
      ))}
    </List>
  )
}

export function TabPanel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const { selected, idOf } = use(GroupContext)
  return (
    <Panel tabId={idOf(selected)} className={className}>
      {children}
    </Panel>
  )
}
