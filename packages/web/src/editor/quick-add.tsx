import type { NodeType } from '@millrace/model'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { addNode, fittingTypes } from './adding.ts'
import { groupsOf, searchTypes } from './catalogue-search.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import type { QuickAdd } from './editor-state.ts'

const MOST = 60

/** Adding by keyboard: type, choose with the arrows, Enter. Opens where a connection was let go, else in the middle. */
export function QuickAddPopup({ request }: { request: QuickAdd }) {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  const fitting = useMemo(() => fittingTypes(session, request), [session, request])
  const types = useMemo(() => {
    const all =
      query.trim() === '' ? groupsOf(catalogue).flatMap((group) => group.types) : searchTypes(catalogue, query)
    const isTwin = (id: string) => (id.startsWith('agentspec.') ? 1 : 0)
    const rank = ({ node_type_id: id }: NodeType) => (fitting?.get(id) ?? 0) + isTwin(id) * 10
    const found = all.filter((type) => fitting?.has(type.node_type_id) ?? true)
    return (query.trim() === '' ? found.sort((a, b) => rank(a) - rank(b)) : found).slice(0, MOST)
  }, [catalogue, query, fitting])
  const close = () => session.setView({ quickAdd: undefined })
  useEffect(() => {
    const before = document.activeElement
    const leave = (event: PointerEvent) => {
      if (!(event.target instanceof Node && popup.current?.contains(event.target)))
        session.setView({ quickAdd: undefined })
    }
    window.addEventListener('pointerdown', leave, true)
    return () => {
      window.removeEventListener('pointerdown', leave, true)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [session])
  useEffect(() => {
    const frame = popup.current?.offsetParent?.getBoundingClientRect()
    if (request.screen === undefined || frame === undefined || popup.current === null) return
    const { offsetWidth, offsetHeight } = popup.current
    setPlace({
      left: Math.max(8, Math.min(request.screen.x - frame.left, frame.width - offsetWidth - 8)),
      top: Math.max(8, Math.min(request.screen.y - frame.top, frame.height - offsetHeight - 8)),
    })
  }, [request])
  const choose = (at: number) => {
    const type = types[at]
    close()
    if (type !== undefined) addNode(session, type.node_type_id, request)
  }
  const step = (by: number) => {
    const next = (active + by + types.length) % Math.max(1, types.length)
    setActive(next)
    document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const title = request.swap === undefined ? t.editor.catalogue.quickAdd : t.editor.actions.swap
  return (
    <div
      className="mr-quick"
      role="dialog"
      aria-label={title}
      ref={popup}
      style={place}
      data-centred={place === undefined || undefined}
    >
      <div className="mr-search">
        <Icon name="mdi:magnify" size={15} />
        <input
          className="mr-input"
          // Whoever opened this wants to type.
          // biome-ignore lint/a11y/noAutofocus: see above
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={types.length === 0 ? undefined : `${list}-${active}`}
          aria-label={title}
          placeholder={title}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'ArrowDown') step(1)
            else if (event.key === 'ArrowUp') step(-1)
            else if (event.key === 'Enter') choose(active)
            else if (event.key === 'Escape' || event.key === 'Tab') close()
            else return
            event.preventDefault()
          }}
        />
      </div>
      <ul className="mr-quick__list mr-scroll" id={list} role="listbox" aria-label={title}>
        {types.map((type, at) => (
          // The input keeps the focus; keys are handled there.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <li
            key={type.node_type_id}
            id={`${list}-${at}`}
            role="option"
            aria-selected={at === active}
            className="mr-menu__item mr-quick__item"
            style={{ '--node-color': type.color } as React.CSSProperties}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(at)}
          >
            <span className="mr-type__tile">
              <Icon name={type.icon} size={16} />
            </span>
            <span className="mr-type__text">
              <span className="mr-clip">{type.name}</span>
              <span className="mr-type__about">{type.description}</span>
            </span>
          </li>
        ))}
      </ul>
      {types.length === 0 && <p className="mr-sidebar__none">{t.editor.catalogue.none}</p>}
    </div>
  )
}
