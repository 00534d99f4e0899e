import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ResetDialogProps {
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Confirms a reset, which stops the turn and clears the memory of the session. */
export function ResetDialog({ onReset, onClose }: ResetDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={t.playground.resetTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button
            look="primary"
            onClick={() => {
              onClose()
              onReset()
            }}
          >
            {t.playground.reset}
          </Button>
        </>
      }
    >
      <p>{t.playground.resetText}</p>
    </Dialog>
  )
}
