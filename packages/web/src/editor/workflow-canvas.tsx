import type { Point } from '@millrace/model'
import { useEffect, useMemo, useRef } from 'react'
import { Canvas } from '../canvas/canvas.tsx'
import type { MenuTarget } from '../canvas/canvas-editing.ts'
import type { NodeMark } from '../graph/node-marks.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { MenuItem } from '../ui/menu.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { Keys } from '../ui/small-parts.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { type EditorExtension, useExtensions } from './editor-extension.ts'
import { NO_OVERLAY } from './editor-state.ts'
import { canvasEditing, pasteText } from './gestures.ts'
import { groupsToRemove } from './grouping.ts'
import { openNode } from './open-node.ts'
import { problemMarks } from './problem-marks.ts'
import type { EditorSession } from './session.ts'
import { menuItems } from './top-bar.tsx'

/** The canvas with the document and its overlays. */
export function WorkflowCanvas() {
  const t = useText()
  const session = useEditor()
  const extensions = useExtensions()
  const { openMenu } = useOverlays()
  const document = useEditorState((state) => state.history.document)
  const catalogue = useEditorState((state) => state.catalogue)
  const rules = useEditorState((state) => state.rules)
  const selection = useEditorState((state) => state.selection)
  const problems = useEditorState((state) => state.problems)
  const overlay = useEditorState((state) => state.overlay)
  const layout = useEditorState((state) => state.layout)
  const isEditable = useEditorState((state) => state.isEditable)
  const { hasMinimap, narrow, snaps } = useEditorState((state) => state.view)
  const editing = useMemo(() => canvasEditing(session), [session])
  const last = useRef<ReadonlyMap<string, NodeMark>>(new Map())
  const marks = useMemo(() => {
    last.current = problemMarks(problems, t.message, last.current)
    return merged(last.current, overlay.marks)
  }, [problems, overlay.marks, t])
  const graph = overlay.preview ?? document
  useFirstFit(session, graph.nodes.length)
  return (
    <>
      <Canvas
        graph={graph}
        catalogue={catalogue}
        rules={rules}
        selection={selection}
        marks={marks}
        edgeMarks={overlay.edgeMarks}
        {...(isEditable && overlay.preview === undefined ? { editing } : {})}
        onSelect={session.select}
        onOpen={(node) => openNode(session, node)}
        onMenu={(screen, target) => {
          const extra = (node: string) => extraItems(extensions, session, node)
          const items = itemsFor(session, screen, target, extra)
          if (items.length > 0) openMenu({ at: screen, label: t.editor.canvas.name, items })
        }}
        showsMinimap={hasMinimap && narrow === undefined && graph.nodes.length > 0}
        snaps={snaps}
        apiRef={session.canvas}
      />
      {overlay.preview !== undefined && <PreviewBar onLeave={overlay.onLeave} />}
      {layout !== undefined && <LayoutBar onCancel={layout.cancel} />}
      {graph.nodes.length === 0 && isEditable && (
        <div className="mr-editor__hint">
          <strong>{t.editor.canvas.empty}</strong>
          <span>
            {t.editor.canvas.emptyText} <Keys>{t.editor.canvas.emptyKeys}</Keys>
          </span>
        </div>
      )}
    </>
  )
}

/** Fits a workflow that appears on an empty canvas at once, such as an import. A single node stays where it was put. */
function useFirstFit({ canvas }: EditorSession, count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current === 0 && count > 1) void canvas.current?.open()
    before.current = count
  }, [canvas, count])
}

/** Shown while a large workflow is laid out; a small one is done before it appears. */
function LayoutBar({ onCancel }: { onCancel: () => void }) {
  const t = useText()
  return (
    <div className="mr-editor__preview mr-editor__layout" role="status">
      <Icon name="mdi:auto-fix" size={15} />
      <strong>{t.editor.messages.layingOut}</strong>
      <Button small onClick={onCancel}>
        {t.ui.cancel}
      </Button>
    </div>
  )
}

/** Indicates that the canvas shows a preview, with a button back to the document. */
function PreviewBar({ onLeave }: { onLeave: (() => void) | undefined }) {
  const t = useText()
  const { store } = useEditor()
  return (
    <div className="mr-editor__preview" role="status">
      <Icon name="mdi:eye-outline" size={15} />
      <strong>{t.editor.preview.title}</strong>
      <span className="mr-editor__preview-text">{t.editor.preview.text}</span>
      <Button
        small
        onClick={() => {
          store.set({ overlay: NO_OVERLAY })
          onLeave?.()
        }}
      >
        {t.editor.preview.leave}
      </Button>
    </div>
  )
}

/** A run status hides a problem because it is newer. */
function merged(
  own: ReadonlyMap<string, NodeMark>,
  over: ReadonlyMap<string, NodeMark>,
): ReadonlyMap<string, NodeMark> {
  return over.size === 0 ? own : new Map([...own, ...over])
}

/** Menu entries of the extensions for a node, with a separator below. */
function extraItems(extensions: readonly EditorExtension[], session: EditorSession, node: string): MenuItem[] {
  const items = extensions.flatMap(({ nodeItems }) => nodeItems?.(session, node) ?? [])
  return items.length === 0 ? [] : [...items, { line: true }]
}

function itemsFor(
  session: EditorSession,
  screen: Point,
  target: MenuTarget,
  extra: (node: string) => MenuItem[],
): MenuItem[] {
  const t = session.text()
  const { selection, isEditable } = session.store.get()
  if ('node' in target) {
    if (!selection.nodes.has(target.node)) session.select({ nodes: new Set([target.node]) })
    const several = selection.nodes.has(target.node) && selection.nodes.size > 1
    const swap: MenuItem[] =
      isEditable && !several
        ? [
            {
              label: t.editor.actions.swap,
              icon: 'mdi:swap-horizontal',
              run: () => session.setView({ quickAdd: { screen, canvas: undefined, swap: target.node } }),
            },
          ]
        : []
    return [
      ...(several ? [] : extra(target.node)),
      ...menuItems(session, several ? ['copy', 'duplicate'] : ['rename', 'copy', 'duplicate']),
      ...menuItems(session, groupsToRemove(session).length > 0 ? ['group', 'ungroup'] : ['group']),
      ...swap,
      ...menuItems(session, ['toggleDisabled', 'extract']),
      ...(several
        ? menuItems(session, [
            'line',
            'alignLeft',
            'alignCentre',
            'alignRight',
            'alignTop',
            'alignMiddle',
            'alignBottom',
            'distributeX',
            'distributeY',
          ])
        : []),
      ...(isEditable ? [{ line: true } as const] : []),
      ...menuItems(session, ['remove']),
    ]
  }
  if ('edge' in target) {
    const { edges } = session.store.get().history.document
    const edge = edges.find(({ id }) => id === target.edge)
    if (edge?.selectable === false) return []
    session.select({ edges: new Set([target.edge]) })
    const insert: MenuItem[] =
      isEditable && edge?.deletable !== false
        ? [
            {
              label: t.editor.canvas.insert,
              icon: 'mdi:plus',
              run: () => session.setView({ quickAdd: { screen, canvas: undefined, onEdge: target.edge } }),
            },
            { line: true },
          ]
        : []
    return [...insert, ...menuItems(session, ['remove'])]
  }
  const add: MenuItem[] = isEditable
    ? [
        {
          label: t.editor.actions.addNode,
          icon: 'mdi:plus',
          run: () => session.setView({ quickAdd: { screen, canvas: target.at } }),
        },
        {
          label: t.editor.actions.paste,
          icon: 'mdi:content-paste',
          run: async () => {
            const text = (await navigator.clipboard?.readText().catch(() => '')) ?? ''
            if (!pasteText(session, text, target.at))
              session.toast({ tone: 'warning', text: t.editor.messages.nothingToPaste })
          },
        },
        { line: true },
      ]
    : []
  return [...add, ...menuItems(session, ['selectAll', 'layout', 'beautify', 'fit', 'line', 'search'])]
}
