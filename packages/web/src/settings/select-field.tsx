import { Field } from '../ui/field.tsx'

interface SelectFieldProps<K extends string> {
  readonly label: string
  readonly value: K
  readonly options: readonly K[]
  /** What each is called. */
  readonly names: Readonly<Record<K, string>>
  readonly onChange: (value: K) => void
}

/** One of a few, with a label. */
export function SelectField<K extends string>({ label, value, options, names, onChange }: SelectFieldProps<K>) {
  return (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          className="mr-input"
          value={value}
          onChange={(event) => onChange(options.find((one) => one === event.target.value) ?? value)}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
