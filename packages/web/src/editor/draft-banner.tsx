import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { draftKey, draftStore } from './drafts.ts'
import { useEditor, useEditorState } from './editor-context.tsx'

/** Offers to restore changes that were made in this browser and never saved. */
export function DraftBanner() {
  const t = useText()
  const session = useEditor()
  const draft = useEditorState((state) => state.draft)
  const isEditable = useEditorState((state) => state.isEditable)
  if (draft === undefined || !isEditable) return null
  const done = () => {
    const { options, store } = session
    draftStore(draftKey(options.draftStorageKey, store.get().origin?.id), localStorage).drop()
    store.set({ draft: undefined })
  }
  return (
    <div className="mr-banner" role="status">
      <Icon name="mdi:history" />
      <span className="mr-grow">{t.editor.draft.found(relativeTime(draft.at, Date.now(), t))}</span>
      <Button
        small
        look="primary"
        onClick={() => {
          if (!session.transact('restoreDraft', (tx) => tx.import({ workflow: draft.document })).ok) return
          done()
          requestAnimationFrame(() => session.canvas.current?.fit())
        }}
      >
        {t.editor.draft.restore}
      </Button>
      <Button small onClick={done}>
        {t.editor.draft.drop}
      </Button>
    </div>
  )
}
