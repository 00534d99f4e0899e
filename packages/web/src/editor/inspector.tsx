import { useEffect } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ACTIONS, type Action, type ActionName, canRun } from './actions.ts'
import { EdgeInspector } from './edge-inspector.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { selectedNodeOf } from './editor-state.ts'
import { NodeDataProvider } from './node-data-provider.tsx'
import { NodeInspector } from './node-inspector.tsx'
import type { EditorSession } from './session.ts'
import { WorkflowInspector } from './workflow-inspector.tsx'

/** The settings panel: settings of the selection, or of the workflow if nothing is selected. */
export function Inspector() {
  const t = useText()
  const session = useEditor()
  const node = useEditorState(selectedNodeOf)
  const edge = useEditorState(({ selection, history }) => {
    const [id] = selection.nodes.size === 0 && selection.edges.size === 1 ? selection.edges : []
    return id === undefined ? undefined : history.document.edges.find((one) => one.id === id)
  })
  const count = useEditorState((state) => state.selection.nodes.size)
  useKeptInView(session)
  return (
    <aside className="mr-inspector" data-document aria-label={t.editor.panel.settings}>
      <IconButton
        className="mr-inspector__close"
        small
        icon="mdi:close"
        label={t.editor.panel.close}
        onClick={() => session.setView({ hasInspector: false })}
      />
      {node !== undefined ? (
        <NodeDataProvider nodeId={node.id}>
          <NodeInspector key={node.id} node={node} />
        </NodeDataProvider>
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

/** Opening the panel makes the canvas narrower: keeps the selected node visible. */
function useKeptInView({ store, canvas }: EditorSession): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const node = selectedNodeOf(store.get())
      // Do not move the viewport while a node is being dragged.
      const isDragging = document.querySelector('.react-flow__node.dragging') !== null
      if (node !== undefined && !isDragging) canvas.current?.keepInView(node.id)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [store, canvas])
}

const SETTLED_MS = 200

const ALIGN_ACTIONS: readonly (readonly ActionName[])[] = [
  ['alignLeft', 'alignCentre', 'alignRight', 'distributeX'],
  ['alignTop', 'alignMiddle', 'alignBottom', 'distributeY'],
]

/** Actions for several selected nodes. */
function SeveralInspector({ count }: { count: number }) {
  const t = useText()
  const session = useEditor()
  const isEditable = useEditorState((state) => state.isEditable)
  return (
    <>
      <div className="mr-inspector__head">
        <h2 className="mr-inspector__title">{t.editor.panel.several(count)}</h2>
        <p className="mr-muted">{t.editor.panel.severalText}</p>
      </div>
      {isEditable && (
        <div className="mr-inspector__panel mr-inspector__several">
          {ALIGN_ACTIONS.map((names) => (
            <div className="mr-inspector__tools" key={names.join()}>
              {names.map((name) => {
                const action: Action = ACTIONS[name]
                return (
                  <IconButton
                    key={name}
                    icon={action.icon ?? ''}
                    label={action.label(t)}
                    disabled={!canRun(session, action)}
                    onClick={() => action.run(session)}
                  />
                )
              })}
            </div>
          ))}
          <Button icon={ACTIONS.group.icon} onClick={() => ACTIONS.group.run(session)}>
            {ACTIONS.group.label(t)}
          </Button>
          <Button icon={ACTIONS.duplicate.icon} onClick={() => ACTIONS.duplicate.run(session)}>
            {ACTIONS.duplicate.label(t)}
          </Button>
          <Button icon={ACTIONS.toggleDisabled.icon} onClick={() => ACTIONS.toggleDisabled.run(session)}>
            {ACTIONS.toggleDisabled.label(t, session)}
          </Button>
          <Button icon={ACTIONS.extract.icon} onClick={() => ACTIONS.extract.run(session)}>
            {ACTIONS.extract.label(t)}
          </Button>
          <Button look="danger" icon={ACTIONS.remove.icon} onClick={() => ACTIONS.remove.run(session)}>
            {ACTIONS.remove.label(t)}
          </Button>
        </div>
      )}
    </>
  )
}
