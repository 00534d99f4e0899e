import { AGENTSPEC_FORMAT, isAgentSpecType, type NodeType } from '@millrace/model'
import { useEffect, useMemo, useRef, useState } from 'react'
import { dragProps } from '../canvas/use-drop.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { SearchInput } from '../ui/small-parts.tsx'
import { addNode } from './adding.ts'
import { groupsOf, searchTypes } from './catalogue-search.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import { isAgentSpecWorkflow } from './editor-state.ts'
import { browserUsage } from './node-usage.ts'

/** All node types by category, or the search results. Drag one onto the canvas, or click it. */
export function CatalogueSidebar() {
  const t = useText()
  const catalogue = useEditorState((state) => state.catalogue)
  const [query, setQuery] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const withAgentSpec = useEditorState(isAgentSpecWorkflow)
  const groups = useMemo(() => {
    const own = groupsOf(catalogue, (type) => !isAgentSpecType(type))
    const twins = withAgentSpec ? [...catalogue.types.values()].filter(isAgentSpecType) : []
    const spec = {
      name: AGENTSPEC_FORMAT,
      label: t.editor.catalogue.agentspec,
      icon: 'mdi:file-tree-outline',
      color: 'var(--fd-node-slate)',
      weight: 1000,
    }
    return twins.length === 0 ? own : [...own, { category: spec, types: twins }]
  }, [catalogue, t, withAgentSpec])
  const found = useMemo(
    () =>
      query.trim() === '' ? undefined : searchTypes(catalogue, query, { withAgentSpec, usageOf: browserUsage.score }),
    [catalogue, query, withAgentSpec],
  )
  const target = useEditorState((state) => state.view.category)
  const toggle = (name: string) =>
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  return (
    <aside className="mr-sidebar" aria-label={t.editor.catalogue.title}>
      <OverlayHead />
      <div className="mr-sidebar__search">
        <SearchInput value={query} label={t.editor.catalogue.search} onChange={setQuery} />
      </div>
      <div className="mr-sidebar__list mr-scroll">
        {found !== undefined && (
          <ul role="list">
            {found.map((type) => (
              <TypeItem key={type.node_type_id} type={type} isLong />
            ))}
          </ul>
        )}
        {found?.length === 0 && <p className="mr-sidebar__none">{t.editor.catalogue.noneText(query.trim())}</p>}
        {found === undefined &&
          groups.map(({ category, types }) => {
            const isOpen = !closed.has(category.name)
            return (
              <section key={category.name} ref={category.name === target ? scrollTo : undefined}>
                <h3>
                  <button
                    type="button"
                    className="mr-sidebar__group"
                    aria-expanded={isOpen}
                    onClick={() => toggle(category.name)}
                  >
                    <Icon name={isOpen ? 'mdi:chevron-down' : 'mdi:chevron-right'} size={15} />
                    <span className="mr-grow mr-clip">{category.label}</span>
                    <span className="mr-sidebar__count">{types.length}</span>
                  </button>
                </h3>
                {isOpen && (
                  <ul role="list">
                    {types.map((type) => (
                      <TypeItem key={type.node_type_id} type={type} />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
      </div>
    </aside>
  )
}

/** Title and close button of the catalogue where it covers the canvas; Escape closes it as well. */
function OverlayHead() {
  const t = useText()
  const session = useEditor()
  const isNarrow = useEditorState((state) => state.view.narrow !== undefined)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isNarrow) return
    const before = document.activeElement
    // Not the search field: a phone would open its keyboard over the list.
    button.current?.focus()
    return () => {
      // Focus that was in the catalogue is lost with it; focus that is on the canvas already stays there.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [isNarrow])
  if (!isNarrow) return null
  return (
    <div className="mr-sidebar__head">
      <h2>{t.editor.catalogue.title}</h2>
      <IconButton
        ref={button}
        icon="mdi:close"
        label={t.ui.close}
        onClick={() => session.setView({ hasSidebar: false })}
      />
    </div>
  )
}

function scrollTo(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'start' })
}

function TypeItem({ type, isLong = false }: { type: NodeType; isLong?: boolean }) {
  const t = useText()
  const session = useEditor()
  const { onDragEnd, ...drag } = dragProps(type.node_type_id)
  const closeOverlay = () => {
    if (session.store.get().view.narrow !== undefined) session.setView({ hasSidebar: false })
  }
  return (
    <li>
      <button
        type="button"
        className="mr-type"
        style={{ '--node-color': type.color } as React.CSSProperties}
        aria-label={t.editor.catalogue.add(type.name)}
        data-tip={isLong ? undefined : type.description}
        onClick={() => {
          addNode(session, type.node_type_id, { canvas: undefined, screen: undefined })
          closeOverlay()
        }}
        {...drag}
        onDragEnd={() => {
          onDragEnd()
          closeOverlay()
        }}
      >
        <span className="mr-type__tile">
          <Icon name={type.iconUrl ?? type.icon} size={16} />
        </span>
        <span className="mr-type__text">
          <span className="mr-clip">{type.name}</span>
          {isLong && <span className="mr-type__about">{type.description}</span>}
        </span>
      </button>
    </li>
  )
}
