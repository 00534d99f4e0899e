import { type ReactNode, useState } from 'react'
import type { FieldIds } from '../ui/field.tsx'

export interface TextInputs<K extends string> {
  readonly given: Readonly<Record<K, string>>
  /** Renders the input of a value, for a `Field`. */
  readonly input: (key: K, type: 'text' | 'number') => (ids: FieldIds) => ReactNode
}

/** The values of the inputs of a form as they are typed. Numbers are not negative. */
export function useTextInputs<K extends string>(initial: Readonly<Record<K, string>>): TextInputs<K> {
  const [given, setGiven] = useState(initial)
  return {
    given,
    input: (key, type) => (ids) => (
      <input
        {...ids}
        className="mr-input"
        type={type}
        min={0}
        step="any"
        value={given[key]}
        onChange={(event) => setGiven({ ...given, [key]: event.target.value })}
      />
    ),
  }
}
