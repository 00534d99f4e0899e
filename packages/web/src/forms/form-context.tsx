/** Shared state of the fields of a form: read-only flag, problems and the source of suggestions. */
import { createContext, use } from 'react'
import type { Client } from '../api/client.ts'
import type { Variable } from '../data/variables.ts'

export interface FormContextValue {
  readonly client: Client | undefined
  readonly isReadOnly: boolean
  /** Messages by JSON pointer. */
  readonly problems: ReadonlyMap<string, string>
  /** All values of the form, for suggestions that depend on other fields. */
  readonly values: Readonly<Record<string, unknown>>
  /** Variables for template fields, by input port. */
  readonly variables: readonly Variable[]
}

const NOTHING: FormContextValue = {
  client: undefined,
  isReadOnly: false,
  problems: new Map(),
  values: {},
  variables: [],
}

export const FormContext = createContext<FormContextValue>(NOTHING)

export function useForm(): FormContextValue {
  return use(FormContext)
}
