import { DialogDismiss, Dialog as Modal } from '@ariakit/react/dialog'
import { useId, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { LayerPortal } from './layer-portal.tsx'
import type { DialogProps } from './popup-props.ts'

const FIELD = '.mr-dialog__body :is(input, textarea, [role=combobox], [contenteditable=true])'

export function DialogWindow({ title, onClose, children, footer, wide, size, actions }: DialogProps) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  return (
    <LayerPortal>
      <Modal
        ref={ref}
        open
        onClose={onClose}
        aria-labelledby={id}
        className={classNames('mr-dialog', wide && 'mr-dialog--wide', size && `mr-dialog--${size}`)}
        backdrop={<div className="mr-backdrop" />}
        hideOnInteractOutside={false}
        // The body belongs to the host's page.
        preventBodyScroll={false}
        autoFocusOnShow={() => {
          // Focus the first field, not the close button.
          const field = ref.current?.querySelector<HTMLElement>(FIELD)
          ;(field ?? ref.current)?.focus()
          return false
        }}
        // Keys of a dialog must not reach the canvas behind it.
        onKeyDown={(event) => event.stopPropagation()}
      >
        <div className="mr-dialog__head">
          <h2 className="mr-dialog__title" id={id}>
            {title}
          </h2>
          {actions}
          <DialogDismiss aria-label={t.ui.close} render={<IconButton icon="mdi:close" label={t.ui.close} small />} />
        </div>
        <div className="mr-dialog__body mr-scroll">{children}</div>
        {footer !== undefined && <div className="mr-dialog__foot">{footer}</div>}
      </Modal>
    </LayerPortal>
  )
}
