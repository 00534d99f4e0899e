import { Field } from '../ui/field.tsx'

interface TextFieldProps {
  readonly label: string
  readonly type: 'email' | 'password'
  readonly autoComplete: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly error?: string | undefined
}

/** A required field of a sign-in form. */
export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error} required {...(hint !== undefined && { hint })}>
      {(ids) => <input {...ids} {...rest} className="mr-input" onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
