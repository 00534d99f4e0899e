import { titleOf } from '@millrace/model'
import { typeOf } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { InputPane, OutputPane } from './data-panes.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { NodeActions } from './node-actions.tsx'
import { NodeDataProvider } from './node-data-provider.tsx'
import { NodeSettings } from './node-inspector.tsx'

/** One node in a large window: its input, its settings and its output side by side. */
export function NodeView({ nodeId }: { nodeId: string }) {
  const t = useText()
  const session = useEditor()
  const node = useEditorState(({ history }) => history.document.nodes.find(({ id }) => id === nodeId))
  const types = useEditorState((state) => state.catalogue.types)
  if (node === undefined) return null
  return (
    <Dialog
      title={titleOf(node) || typeOf(node, types)?.name || node.id}
      size="full"
      onClose={() => session.setView({ nodeView: undefined })}
      actions={<NodeActions node={node.id} />}
    >
      <NodeDataProvider nodeId={node.id}>
        <div className="mr-node-view">
          <section className="mr-node-view__part mr-scroll" aria-label={t.viewer.input}>
            <h3 className="mr-node-view__title">{t.viewer.input}</h3>
            <InputPane node={node} />
          </section>
          <section className="mr-node-view__settings" aria-label={t.editor.panel.settings}>
            <NodeSettings key={node.id} node={node} />
          </section>
          <section className="mr-node-view__part mr-scroll" aria-label={t.viewer.output}>
            <h3 className="mr-node-view__title">{t.viewer.output}</h3>
            <OutputPane node={node} />
          </section>
        </div>
      </NodeDataProvider>
    </Dialog>
  )
}
