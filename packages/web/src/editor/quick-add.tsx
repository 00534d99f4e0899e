import type { NodeType } from '@millrace/model'
import { type CSSProperties, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Picker } from '../ui/picker.tsx'
import { addNode, fittingTypes } from './adding.ts'
import { groupsOf, searchTypes } from './catalogue-search.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import type { QuickAdd } from './editor-state.ts'

const MAX_RESULTS = 60

/** Adds a node by name. Opens where a connection was dropped, otherwise in the center. */
export function QuickAddPopup({ request }: { request: QuickAdd }) {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  const [query, setQuery] = useState('')
  const fitting = useMemo(() => fittingTypes(session, request), [session, request])
  const types = useMemo(() => {
    const all =
      query.trim() === '' ? groupsOf(catalogue).flatMap((group) => group.types) : searchTypes(catalogue, query)
    const isTwin = (id: string) => (id.startsWith('agentspec.') ? 1 : 0)
    const rank = ({ node_type_id: id }: NodeType) => (fitting?.get(id) ?? 0) + isTwin(id) * 10
    const found = all.filter((type) => fitting?.has(type.node_type_id) ?? true)
    return (query.trim() === '' ? found.sort((a, b) => rank(a) - rank(b)) : found).slice(0, MAX_RESULTS)
  }, [catalogue, query, fitting])
  const close = () => session.setView({ quickAdd: undefined })
  const title = request.swap === undefined ? t.editor.catalogue.quickAdd : t.editor.actions.swap
  return (
    <Picker
      label={title}
      at={request.screen}
      query={query}
      onQuery={setQuery}
      empty={t.editor.catalogue.none}
      items={types.map((type) => ({
        key: type.node_type_id,
        style: { '--node-color': type.color } as CSSProperties,
        content: <TypeItem type={type} />,
      }))}
      onPick={(type) => {
        close()
        addNode(session, type, request)
      }}
      onClose={close}
    />
  )
}

function TypeItem({ type }: { type: NodeType }) {
  return (
    <>
      <span className="mr-type__tile">
        <Icon name={type.icon} size={16} />
      </span>
      <span className="mr-type__text">
        <span className="mr-clip">{type.name}</span>
        <span className="mr-type__about">{type.description}</span>
      </span>
    </>
  )
}
