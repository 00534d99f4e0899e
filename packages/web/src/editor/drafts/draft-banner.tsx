import { useMemo } from 'react'
import { differenceOf } from '../../graph/graph-difference.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { relativeTime } from '../../ui/relative-time.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'
import { previewOn } from '../preview-overlay.ts'
import { discardChanges } from './discard-changes.ts'

/** States that the canvas shows unsaved changes of an earlier visit, or that another draft is undecided. */
export function DraftBanner() {
  const { openedFrom, others, isAsking } = useEditorState((state) => state.drafts)
  const isEditable = useEditorState((state) => state.isEditable)
  const hasPreview = useEditorState((state) => state.overlay.preview !== undefined)
  if (!isEditable || isAsking || hasPreview) return null
  if (others.length > 0) return <Undecided />
  return openedFrom === undefined ? null : <Opened at={openedFrom} />
}

function Opened({ at }: { at: string }) {
  const t = useText()
  const session = useEditor()
  const showPreview = useMemo(() => previewOn(session), [session])
  const compare = () => {
    const { saved, history } = session.store.get()
    showPreview(differenceOf(saved, history.document), () => showPreview(undefined))
  }
  const close = () => session.store.set((state) => ({ ...state, drafts: { ...state.drafts, openedFrom: undefined } }))
  return (
    <div className="mr-banner mr-draft" role="status">
      <Icon name="mdi:history" />
      <span className="mr-draft__text">{t.saving.draft.opened(relativeTime(at, Date.now(), t))}</span>
      <span className="mr-draft__actions">
        <Button small onClick={compare}>
          {t.saving.draft.compare}
        </Button>
        <Button small onClick={() => discardChanges(session)}>
          {t.saving.draft.discard}
        </Button>
        <IconButton small icon="mdi:close" label={t.saving.draft.close} onClick={close} />
      </span>
    </div>
  )
}

function Undecided() {
  const t = useText()
  const { store } = useEditor()
  const decide = () => store.set((state) => ({ ...state, drafts: { ...state.drafts, isAsking: true } }))
  return (
    <div className="mr-banner mr-draft" role="status">
      <Icon name="mdi:alert-outline" />
      <span className="mr-draft__text">{t.saving.draft.undecided}</span>
      <Button small look="primary" onClick={decide}>
        {t.saving.draft.decide}
      </Button>
    </div>
  )
}
