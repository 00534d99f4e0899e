import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { groupsOf } from './catalogue-search.ts'
import { useEditor, useEditorState } from './editor-context.tsx'

/** The collapsed catalogue: a button to add a node and one per category, which opens the catalogue there. */
export function CatalogueRail() {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  return (
    <aside className="mr-rail mr-scroll" aria-label={t.editor.catalogue.title}>
      <IconButton
        icon="mdi:plus"
        label={t.editor.actions.addNode}
        onClick={() => session.setView({ quickAdd: { screen: undefined, canvas: undefined } })}
      />
      {groupsOf(catalogue).map(({ category }) => (
        <IconButton
          key={category.name}
          icon={category.icon || 'mdi:folder'}
          label={category.label}
          onClick={() => session.setView({ hasSidebar: true, category: category.name })}
        />
      ))}
    </aside>
  )
}
