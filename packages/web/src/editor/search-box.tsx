import { useMemo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { foundNodes } from './gestures.ts'

/** Find in workflow: Enter for the next match, Shift+Enter for the previous one, Escape closes. */
export function SearchBox() {
  const isSearching = useEditorState((state) => state.view.isSearching)
  return isSearching ? <OpenBox /> : null
}

function OpenBox() {
  const t = useText()
  const session = useEditor()
  const nodes = useEditorState((state) => state.history.document.nodes)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => foundNodes(nodes, query), [nodes, query])
  const go = (to: number, list = found) => {
    const next = list.length === 0 ? 0 : (to + list.length) % list.length
    setAt(next)
    const id = list[next]
    if (id !== undefined) session.reveal([id])
  }
  const close = () => session.setView({ isSearching: false })
  return (
    <search className="mr-find">
      <input
        className="mr-input"
        // Opened in order to type.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        aria-label={t.editor.search.label}
        placeholder={t.editor.search.label}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          go(0, foundNodes(nodes, event.target.value))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(at + (event.shiftKey ? -1 : 1))
          else if (event.key === 'Escape') close()
        }}
      />
      <span className="mr-find__count" role="status">
        {query.trim() === '' ? '' : t.editor.search.count(at + 1, found.length)}
      </span>
      <IconButton
        small
        icon="mdi:chevron-up"
        label={t.editor.search.previous}
        disabled={found.length === 0}
        onClick={() => go(at - 1)}
      />
      <IconButton
        small
        icon="mdi:chevron-down"
        label={t.editor.search.next}
        disabled={found.length === 0}
        onClick={() => go(at + 1)}
      />
      <IconButton small icon="mdi:close" label={t.ui.close} onClick={close} />
    </search>
  )
}
