import { useCallback, useEffect, useState } from 'react'
import { isDirty } from '../editor/editor-state.ts'
import { save } from '../editor/save.ts'
import type { EditorSession } from '../editor/session.ts'
import { useText } from '../i18n/use-text.ts'
import { guardLeaving } from '../navigation/router.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Asks before an editor with unsaved changes is left for another page. */
export function LeaveDialog({ session }: { session: EditorSession }) {
  const t = useText()
  const [leave, setLeave] = useState<() => void>()
  const [isLost, setLost] = useState(false)
  const close = useCallback(() => setLeave(undefined), [])
  useEffect(
    () =>
      guardLeaving((next) => {
        const state = session.store.get()
        if (!state.isEditable || !isDirty(state)) return true
        setLeave(() => next)
        void session.drafts.flush().then(() => setLost(session.store.get().drafts.keptIn === 'failed'))
        return false
      }),
    [session],
  )
  if (leave === undefined) return null
  const goOn = async (isSaved: Promise<boolean>) => {
    close()
    if (await isSaved) leave()
  }
  return (
    <Dialog
      title={t.saving.leave.title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t.saving.leave.stay}</Button>
          <Button look={isLost ? 'danger' : 'plain'} onClick={() => void goOn(kept(session))}>
            {isLost ? t.saving.leave.leaveLost : t.saving.leave.leave}
          </Button>
          <Button look="primary" onClick={() => void goOn(save(session))}>
            {t.saving.leave.save}
          </Button>
        </>
      }
    >
      <p>{isLost ? t.saving.leave.lost : t.saving.leave.kept}</p>
    </Dialog>
  )
}

/** Waits until the draft is stored, so that the next page sees it. */
async function kept({ drafts }: EditorSession): Promise<boolean> {
  await drafts.flush()
  return true
}
