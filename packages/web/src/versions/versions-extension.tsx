/** The versions as an extension of the editor. */
import { useCallback, useMemo } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { isDirty } from '../editor/editor-state.ts'
import { previewOn } from '../editor/preview-overlay.ts'
import { VersionsPanel } from './versions-panel.tsx'

function VersionsSide() {
  const session = useEditor()
  const origin = useEditorState((state) => state.origin)
  const document = useEditorState((state) => state.history.document)
  const dirty = useEditorState(isDirty)
  const canRestore = useEditorState((state) => state.isEditable)
  const showPreview = useMemo(() => previewOn(session), [session])
  return (
    <VersionsPanel
      client={session.client}
      workflowId={origin?.id}
      revision={origin?.revision}
      current={document}
      isDirty={dirty}
      canRestore={canRestore}
      onPreview={showPreview}
      onShow={useCallback((node: string) => session.canvas.current?.show([node]), [session])}
      onRestored={session.open}
      onClose={() => session.setView({ side: undefined })}
    />
  )
}

export const versionsExtension: EditorExtension = {
  key: 'versions',
  side: {
    label: (t) => t.versions.title,
    icon: 'mdi:history',
    component: VersionsSide,
  },
}
