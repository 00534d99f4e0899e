import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What the button says that does it. */
  readonly action: string
  readonly icon?: string
  /** For what can be taken back. */
  readonly isHarmless?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks before something is done that is hard to take back. */
export function ConfirmDialog({ title, action, icon, isHarmless, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button
            look={isHarmless ? 'primary' : 'danger'}
            {...(icon === undefined ? {} : { icon })}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
