import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export interface ToastMessage {
  readonly text: string
  readonly tone?: 'info' | 'success' | 'warning' | 'error'
  readonly action?: { readonly label: string; readonly run: () => void }
}

export interface Toast extends ToastMessage {
  readonly id: number
}

const ICONS = {
  info: 'mdi:information-outline',
  success: 'mdi:check-circle-outline',
  warning: 'mdi:alert-outline',
  error: 'mdi:alert-circle-outline',
}

/** Short messages in the corner. Errors stay until they are closed. */
export function Toasts({ toasts, onDrop }: { toasts: readonly Toast[]; onDrop: (id: number) => void }) {
  const t = useText()
  return (
    <div className="mr-toasts" aria-live="polite" role="status">
      {toasts.map(({ id, text, tone = 'info', action }) => (
        <div key={id} className={classNames('mr-toast', `mr-toast--${tone}`)}>
          <Icon name={ICONS[tone]} size={18} />
          <span className="mr-grow">{text}</span>
          {action !== undefined && (
            <Button
              small
              onClick={() => {
                action.run()
                onDrop(id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="mdi:close" label={t.ui.close} small onClick={() => onDrop(id)} />
        </div>
      ))}
    </div>
  )
}
