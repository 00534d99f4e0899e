/** The versions as an extension of the editor. */
import { useCallback, useMemo } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { isDirty } from '../editor/editor-state.ts'
import { previewOn } from '../editor/preview-overlay.ts'
import { openStored } from '../editor/save.ts'
import { VersionsPanel } from './versions-panel.tsx'

function VersionsSide() {
  const session = useEditor()
  const origin = useEditorState((state) => state.origin)
  const document = useEditorState((state) => state.log.document)
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
      onRestored={useCallback((workflow: Parameters<typeof openStored>[1]) => openStored(session, workflow), [session])}
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
