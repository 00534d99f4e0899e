/** What the fields of one form share: who may edit, what is wrong where, and where suggestions come from. */
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
  /** What template fields may refer to, by input port. */
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
