/** Shared state of the fields of a form: read-only flag, problems and the source of suggestions. */
import { createContext, use } from 'react'
import type { Client } from '../api/client.ts'
import type { ValueRow } from '../data/expression-values.ts'
import type { SettingLanguage } from '../data/used-value.ts'
import type { Variable } from '../data/variables.ts'
import type { PreviewData } from './expression-scope.ts'

export interface FormContextValue {
  readonly client: Client | undefined
  /** The project of the workflow, for suggestions and for credentials that are created in the form. */
  readonly project?: string | undefined
  readonly isReadOnly: boolean
  /** Messages by JSON pointer. */
  readonly problems: ReadonlyMap<string, string>
  /** JSON pointers of texts that do not parse, which `problems` explains. */
  readonly unparsed?: ReadonlySet<string> | undefined
  /** All values of the form, for suggestions that depend on other fields. */
  readonly values: Readonly<Record<string, unknown>>
  /** Variables for template fields, by input port. */
  readonly variables: readonly Variable[]
  /** Absent for forms whose fields cannot be expressions. */
  readonly expressions?: ExpressionFields | undefined
}

/** The settings of a node that are expressions, and the data that they can use. Paths are JSON pointers. */
export interface ExpressionFields {
  readonly texts: ReadonlyMap<string, string>
  readonly canBe: (path: string) => boolean
  /** Undefined turns the expression off; the plain value counts again. `plain` replaces the plain value. */
  readonly set: (path: string, text: string | undefined, plain?: string) => void
  /** Undoes a step of the document, if the text editor has nothing to undo. True if that turned the expression off. */
  readonly undo: (path: string) => boolean
  readonly redo: () => void
  /** Announces that keys below a path change with the next change of the form; `undefined` drops a key. */
  readonly move: (path: string, to: (key: string) => string | undefined) => void
  readonly rows: readonly ValueRow[]
  /**
   * A value as a setting with a language of its own writes it. Undefined, with a message to the user, if the setting
   * cannot use it. `connect` makes the connection that the value needs, after it was written to the setting.
   */
  readonly use: (
    path: string,
    of: SettingLanguage & { readonly setting: string },
  ) => { readonly text: string; readonly connect?: () => void } | undefined
  readonly preview: PreviewData
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
