/** A setting with a language of its own: the values that it can use, and its result with the sample data. */
import { languageScope } from '@millrace/model'
import { useMemo } from 'react'
import { completionOf, type ValueRow } from '../data/expression-values.ts'
import type { PathLanguage } from '../data/language-path.ts'
import { languageRows } from '../data/language-rows.ts'
import { type Variable, variablesFor } from '../data/variables.ts'
import { useText } from '../i18n/use-text.ts'
import type { EditorLanguage } from './editor-language.ts'
import type { UseValue } from './expression-extension.ts'
import { languageRequest } from './expression-scope.ts'
import type { FieldProps } from './field-props.ts'
import type { FieldSchema } from './field-schema.ts'
import { useForm } from './form-context.tsx'
import { type Preview, useExpressionPreview } from './use-expression-preview.ts'

export interface SettingLanguageTools {
  /** Values for the picker: those of the setting, and for templates those of the nodes before. */
  readonly rows: readonly ValueRow[]
  readonly completions: readonly Variable[]
  /** Fields that are listed below a template. */
  readonly fields: readonly Variable[]
  /** How a value of a data view is written in the editor. */
  readonly use: UseValue | undefined
  /** How a row of the picker is written in the editor. */
  readonly useRow: UseValue
  readonly preview: Preview
  /** What the result is, if it is not that of the whole setting. */
  readonly resultLabel: string | undefined
}

/** Only these have names for the values of a node; JSON and prose are texts. */
function languageOf(schema: FieldSchema, language: EditorLanguage): PathLanguage | undefined {
  if (language === 'template' || language === 'expression') return language
  return schema.format === 'code' ? 'code' : undefined
}

/** `path` is the JSON pointer of the setting. */
export function useSettingLanguage(
  { schema, path: setting }: Pick<FieldProps, 'schema' | 'path'>,
  language: EditorLanguage,
  text: string,
): SettingLanguageTools {
  const t = useText()
  const { client, variables, expressions, values } = useForm()
  const own = languageOf(schema, language)
  const fields = useMemo(
    () =>
      own === 'template' || own === 'expression' || schema.variables !== undefined
        ? variablesFor(variables, schema.variables?.ports, schema.variables?.includePortName).filter(isPlain)
        : [],
    [schema, own, variables],
  )
  const group = t.expressions.inputs
  const known = useMemo(() => {
    if (own === undefined) return { of: undefined, rows: [], others: [] }
    const of = { language: own, scope: languageScope(schema['x-scope']) }
    const all = expressions?.rows ?? []
    const inputs = expressions?.preview.data.inputs ?? {}
    const inputRows = all.filter(({ isInput }) => isInput)
    const rows = languageRows(of, { inputs, config: values, inputRows, variables: fields, group })
    // A template makes an input for a value of a node before; other languages have fixed inputs.
    const others = of.scope?.kind === 'placeholders' ? all.filter(({ path }) => path.startsWith('nodes.')) : []
    return { of, rows, others }
  }, [own, schema, expressions, values, fields, group])
  const { of, rows, others } = known
  const inputs = expressions?.preview.data.inputs ?? {}
  const preview = useExpressionPreview(
    client,
    of === undefined || expressions === undefined
      ? { state: 'none' }
      : languageRequest(text, of, { inputs, config: values }),
  )
  const completions = useMemo(() => (own === undefined ? fields : rows.map(completionOf)), [own, fields, rows])
  const use: UseValue | undefined =
    of === undefined || expressions === undefined ? undefined : (path) => expressions.use(path, { ...of, setting })
  const isWritten = (path: string) => rows.some((row) => row.path === path)
  return {
    rows: [...rows, ...others],
    completions,
    fields,
    use,
    useRow: (path) => (use === undefined || isWritten(path) ? { text: path } : use(path)),
    preview,
    resultLabel: of?.scope?.kind === 'item' || of?.scope?.kind === 'reduce' ? t.expressions.resultOfFirst : undefined,
  }
}

/** Names with other characters are written differently in each language; samples list them. */
function isPlain({ name }: Variable): boolean {
  return /^[\w.[\]]+$/.test(name)
}
