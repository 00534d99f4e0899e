import { commentOf, parseHandle, titleOf, type WorkflowEdge } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { removeSelected } from './gestures.ts'

/** Settings of a connection: its two ends and a comment. */
export function EdgeInspector({ edge }: { edge: WorkflowEdge }) {
  const t = useText()
  const session = useEditor()
  const document = useEditorState((state) => state.history.document)
  const isEditable = useEditorState((state) => state.isEditable)
  const isChangeable = isEditable && edge.deletable !== false
  const ends = [
    { name: t.editor.panel.from, node: edge.source, port: parseHandle(edge.sourceHandle ?? '', edge.source, 'output') },
    { name: t.editor.panel.to, node: edge.target, port: parseHandle(edge.targetHandle ?? '', edge.target, 'input') },
  ]
  return (
    <>
      <div className="mr-inspector__head">
        <h2 className="mr-inspector__title">{t.editor.panel.edge}</h2>
      </div>
      <div className="mr-inspector__panel mr-scroll mr-form">
        {ends.map(({ name, node, port }) => {
          const found = document.nodes.find((one) => one.id === node)
          return (
            <div key={name} className="mr-field">
              <span className="mr-field__label">{name}</span>
              <button type="button" className="mr-link mr-clip" onClick={() => session.reveal([node])}>
                {(found && titleOf(found)) || node} · {port}
              </button>
            </div>
          )
        })}
        <Field label={t.editor.panel.edgeLabel}>
          {(ids) => (
            <input
              {...ids}
              className="mr-input"
              maxLength={200}
              readOnly={!isEditable}
              value={commentOf(edge)}
              onChange={(event) => {
                const text = event.target.value
                const options = { coalesce: `comment:${edge.id}` }
                session.transact('comment', (tx) => tx.comment({ edge: edge.id, text }), options)
              }}
            />
          )}
        </Field>
        {isChangeable && (
          <Button
            icon="mdi:plus"
            onClick={() => session.setView({ quickAdd: { screen: undefined, canvas: undefined, onEdge: edge.id } })}
          >
            {t.editor.canvas.insert}
          </Button>
        )}
        {isChangeable && (
          <Button look="danger" icon="mdi:delete-outline" onClick={() => removeSelected(session)}>
            {t.editor.actions.remove}
          </Button>
        )}
      </div>
    </>
  )
}
