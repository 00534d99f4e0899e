import { type ReactNode, useId } from 'react'
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
  /** Stands at the right end of the label's line. */
  readonly aside?: ReactNode
  /** Gets the ids that tie the control to its label, hint and error. */
  readonly children: (ids: FieldIds) => ReactNode
}

/** A label, a control, and what is to be said about it. */
export function Field({ label, hint, error, required, aside, children }: FieldProps) {
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
          {error}
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
