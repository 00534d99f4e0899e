import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from './icon.tsx'

export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
  readonly 'aria-required': boolean | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean | undefined
  /** Rendered at the end of the label row. */
  readonly aside?: ReactNode
  /** Receives the ids that connect the control to its label, hint and error. */
  readonly children: (ids: FieldIds) => ReactNode
}

/** A control with its label, hint and error. */
export function Field({ label, hint, error, required, aside, children }: FieldProps) {
  const t = useText()
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="mr-field">
      <div className="mr-field__label">
        <label htmlFor={id} className="mr-grow">
          {label}
          {required && (
            <span className="mr-field__required" aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required || undefined,
      })}
      {error !== undefined && (
        <p className="mr-field__error" id={`${id}-error`}>
          <Icon name="mdi:alert-circle-outline" size={13} />
          {t.message(error)}
        </p>
      )}
      {hint !== undefined && (
        <p className="mr-field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
