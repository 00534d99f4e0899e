import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

interface SelectFieldProps<K extends string> {
  readonly label: string
  readonly value: K
  readonly options: readonly K[]
  /** Labels of the options. */
  readonly names: Readonly<Record<K, string>>
  readonly onChange: (value: K) => void
}

/** A select with a label. */
export function SelectField<K extends string>({ label, value, options, names, onChange }: SelectFieldProps<K>) {
  return (
    <Field label={label}>
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          options={options.map((one) => ({ value: one, label: names[one] }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
