import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** Label of the confirm button. */
  readonly action: string
  readonly icon?: string
  /** True for actions that can be undone. */
  readonly isHarmless?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Confirms an action that is hard to undo. */
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
