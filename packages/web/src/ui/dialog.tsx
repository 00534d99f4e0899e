import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly wide?: boolean
}

/** A modal dialog. The browser's own element keeps the focus inside and closes on Escape. */
export function Dialog({ title, onClose, children, footer, wide }: DialogProps) {
  const t = useText()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    if (dialog !== null && !dialog.open) {
      dialog.showModal()
      // The browser would take the button that closes; whoever opened a form wants its first field.
      const field = dialog.querySelector<HTMLElement>(
        '.mr-dialog__body :is(input, textarea, select, [contenteditable=true])',
      )
      ;(field ?? dialog).focus()
    }
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className={classNames('mr-dialog', wide && 'mr-dialog--wide')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Keys of a dialog are not keys of the canvas behind it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="mr-dialog__head">
        <h2 className="mr-dialog__title" id={id}>
          {title}
        </h2>
        <IconButton icon="mdi:close" label={t.ui.close} small onClick={onClose} />
      </div>
      <div className="mr-dialog__body mr-scroll">{children}</div>
      {footer !== undefined && <div className="mr-dialog__foot">{footer}</div>}
    </dialog>
  )
}
