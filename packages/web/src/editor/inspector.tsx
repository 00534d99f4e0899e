import { t } from '../i18n/strings.ts'
import { IconButton } from '../ui/button.tsx'
import { EdgeInspector } from './edge-inspector.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { selectedNodeOf } from './editor-state.ts'
import { NodeInspector } from './node-inspector.tsx'
import { WorkflowInspector } from './workflow-inspector.tsx'

/** The panel at the right: settings of what is selected, of the workflow when nothing is. */
export function Inspector() {
  const session = useEditor()
  const node = useEditorState(selectedNodeOf)
  const edge = useEditorState(({ selection, log }) => {
    const [id] = selection.nodes.size === 0 && selection.edges.size === 1 ? selection.edges : []
    return id === undefined ? undefined : log.document.edges.find((one) => one.id === id)
  })
  const count = useEditorState((state) => state.selection.nodes.size)
  return (
    <aside className="mr-inspector" aria-label={t.editor.panel.settings}>
      <IconButton
        className="mr-inspector__close"
        small
        icon="mdi:close"
        label={t.editor.panel.close}
        onClick={() => session.setView({ hasInspector: false })}
      />
      {node !== undefined ? (
        <NodeInspector key={node.id} node={node} />
      ) : edge !== undefined ? (
        <EdgeInspector key={edge.id} edge={edge} />
      ) : count > 1 ? (
        <SeveralInspector count={count} />
      ) : (
        <WorkflowInspector />
      )}
    </aside>
  )
}

function SeveralInspector({ count }: { count: number }) {
  return (
    <div className="mr-inspector__head">
      <h2 className="mr-inspector__title">{t.editor.panel.several(count)}</h2>
      <p className="mr-muted">{t.editor.panel.severalText}</p>
    </div>
  )
}
