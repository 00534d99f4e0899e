import { type Catalogue, isAgentSpecType, type NodeType } from '@millrace/model'
import { type CSSProperties, useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Picker } from '../ui/picker.tsx'
import { addNode, fittingTypes } from './adding.ts'
import { groupsOf, searchTypes } from './catalogue-search.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import { isAgentSpecWorkflow, type QuickAdd } from './editor-state.ts'
import { browserUsage } from './node-usage.ts'

const MAX_RESULTS = 80
const MAX_FAVOURITES = 5

/** Adds a node by name. Opens where a connection was dropped, otherwise in the center. */
export function QuickAddPopup({ request }: { request: QuickAdd }) {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  const [query, setQuery] = useState('')
  const fitting = useMemo(() => fittingTypes(session, request), [session, request])
  const withAgentSpec = useEditorState(isAgentSpecWorkflow)
  const found = useMemo(() => {
    const isOffered = ({ node_type_id: id }: NodeType) => fitting?.has(id) ?? true
    if (query.trim() !== '') {
      const types = searchTypes(catalogue, query, { withAgentSpec, usageOf: browserUsage.score })
      return types.filter(isOffered).map((type): Found => ({ type }))
    }
    const isListed = (type: NodeType) => isOffered(type) && (withAgentSpec || !isAgentSpecType(type))
    return unsearched({ catalogue, isListed, ranks: fitting, recent: t.arrange.search.recent })
  }, [catalogue, query, fitting, withAgentSpec, t])
  const close = () => session.setView({ quickAdd: undefined })
  const title = request.swap === undefined ? t.editor.catalogue.quickAdd : t.editor.actions.swap
  return (
    <Picker
      label={title}
      at={request.screen}
      query={query}
      onQuery={setQuery}
      empty={t.editor.catalogue.none}
      items={found.slice(0, MAX_RESULTS).map(({ type, group }) => ({
        key: type.node_type_id,
        style: { '--node-color': type.color } as CSSProperties,
        content: <TypeItem type={type} />,
        group,
      }))}
      onPick={(type) => {
        close()
        addNode(session, type, request)
      }}
      onClose={close}
    />
  )
}

interface Found {
  readonly type: NodeType
  readonly group?: string
}

interface Unsearched {
  readonly catalogue: Catalogue
  readonly isListed: (type: NodeType) => boolean
  /** How well types fit the connection that the node is added to; undefined without one. */
  readonly ranks: ReadonlyMap<string, number> | undefined
  readonly recent: string
}

/** Without a query: favourites, then all types by category; at a connection, by how well they fit. */
function unsearched({ catalogue, isListed, ranks, recent }: Unsearched): Found[] {
  const favourites = browserUsage
    .favourites(MAX_FAVOURITES)
    .flatMap((id) => catalogue.types.get(id) ?? [])
    .filter(isListed)
  const others = groupsOf(catalogue, (type) => isListed(type) && !favourites.includes(type))
  const first = favourites.map((type) => ({ type, group: recent }))
  const grouped = others.flatMap(({ category, types }) => types.map((type) => ({ type, group: category.label })))
  if (ranks === undefined) return [...first, ...grouped]
  const rank = ({ type }: Found) => ranks.get(type.node_type_id) ?? 0
  return [...favourites, ...grouped.map(({ type }) => type)].map((type) => ({ type })).sort((a, b) => rank(a) - rank(b))
}

function TypeItem({ type }: { type: NodeType }) {
  return (
    <>
      <span className="mr-type__tile">
        <Icon name={type.iconUrl ?? type.icon} size={16} />
      </span>
      <span className="mr-type__text">
        <span className="mr-clip">{type.name}</span>
        <span className="mr-type__about">{type.description}</span>
      </span>
    </>
  )
}
