import { useMemo } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { relativeTime } from '../../ui/relative-time.ts'
import { Difference } from '../conflict-dialog.tsx'
import { differenceBetween } from '../document-difference.ts'
import { useEditor, useEditorState } from '../editor-context.tsx'
import type { OtherDraft } from './draft.ts'

/** Asks which of two drafts of the same person to continue with. */
export function OtherDraftDialog({ other }: { other: OtherDraft }) {
  const t = useText()
  const { store, drafts, canvas } = useEditor()
  const mine = useEditorState((state) => state.history.document)
  const catalogue = useEditorState((state) => state.catalogue)
  const diff = useMemo(() => differenceBetween(other.draft.document, mine, catalogue), [other, mine, catalogue])
  const later = () => store.set((state) => ({ ...state, drafts: { ...state.drafts, isAsking: false } }))
  const take = () => {
    drafts.takeOther(other)
    requestAnimationFrame(() => canvas.current?.fit())
  }
  return (
    <Dialog
      title={t.saving.other.title}
      wide
      onClose={later}
      footer={
        <>
          <Button onClick={later}>{t.saving.other.later}</Button>
          <Button data-tip={t.saving.other.takeHint} onClick={take}>
            {t.saving.other.take}
          </Button>
          <Button look="primary" data-tip={t.saving.other.keepHint} onClick={() => drafts.keepMine(other)}>
            {t.saving.other.keep}
          </Button>
        </>
      }
    >
      <p>{t.saving.other.text(relativeTime(other.draft.at, Date.now(), t))}</p>
      <h3 className="mr-field__label">{t.saving.other.difference}</h3>
      <Difference diff={diff} />
    </Dialog>
  )
}
