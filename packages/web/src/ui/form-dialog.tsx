import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps {
  readonly title: string
  /** Label of the button that submits the form. */
  readonly submit: string
  /** False while fields are missing or the form is being sent: neither the button nor Enter submits it. */
  readonly canSubmit: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** A button that does more than submitting; it becomes the main one. */
  readonly mainAction?: ReactNode
  readonly children: ReactNode
}

/** A dialog with a form: Enter in a field does the same as the button. */
export function FormDialog({ title, submit, canSubmit, onSubmit, onClose, mainAction, children }: FormDialogProps) {
  const t = useText()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look={mainAction ? 'plain' : 'primary'} disabled={!canSubmit} onClick={onSubmit}>
            {submit}
          </Button>
          {mainAction}
        </>
      }
    >
      <form
        className="mr-stack mr-settings__form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          // React passes the event on to a form around the dialog, such as that of a node.
          event.stopPropagation()
          if (canSubmit) onSubmit()
        }}
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
