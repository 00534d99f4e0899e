/** The values that a setting with a language of its own can use, as that language writes them. Pure. */
import { isObject, languageData } from '@millrace/model'
import { expressionPath } from './expression-path.ts'
import { sampleRows, type ValueRow } from './expression-values.ts'
import { PLAIN_NAME, pathIn, pathSteps, stepsInScope } from './language-path.ts'
import type { PortData } from './node-data.ts'
import type { SettingLanguage } from './used-value.ts'
import type { Variable } from './variables.ts'

interface Known {
  /** Samples of the inputs. */
  readonly inputs: PortData
  readonly config: Readonly<Record<string, unknown>>
  /** The inputs and their parts, with paths that start with the port. */
  readonly inputRows: readonly ValueRow[]
  /** Fields of the connected values, from schemas. */
  readonly variables: readonly Variable[]
  readonly group: string
}

export function languageRows(of: SettingLanguage, known: Known): ValueRow[] {
  const rows = [...rowsOfSample(of, known), ...rowsOfInputs(of, known), ...rowsOfSchemas(of, known)]
  return [...Map.groupBy(rows, ({ path }) => path).values()].flatMap(([first]) => first ?? [])
}

/** The data of an evaluation, which has samples. */
function rowsOfSample({ language, scope }: SettingLanguage, { inputs, config, group }: Known): ValueRow[] {
  const found = scope === undefined ? undefined : languageData(scope, inputs, config)
  if (found === undefined) return []
  const { data } = found
  const isWhole = scope?.kind === 'value' || scope?.kind === 'item'
  const whole = isWhole ? sampleRows(data, { path: '$', label: '$', group }).slice(0, 1) : []
  if (Array.isArray(data)) {
    return data.length === 0 ? whole : [...whole, ...sampleRows(data[0], { path: '$[0]', label: '$[0]', group })]
  }
  if (!isObject(data)) return whole
  const rows = Object.entries(data).map(([key, value]) =>
    sampleRows(value, { path: expressionPath('', [key]), label: key, group }),
  )
  // The fields of such an input have names of their own, so they are not listed below it again.
  const isInput = ([row]: readonly ValueRow[]) => row !== undefined && inputNames(scope).includes(row.path)
  const fields = rows.filter((some) => !isInput(some)).flat()
  const inputsOnly = rows.filter(isInput).flatMap((some) => some.filter((row) => !isField(row, fields)))
  return [...whole, ...[...fields, ...inputsOnly].flatMap((row) => rowIn(language, row))]
}

/** The names of the whole input, next to the names of its fields. */
function inputNames(scope: SettingLanguage['scope']): readonly string[] {
  if (scope?.kind === 'fields') return ['value', 'data']
  return scope?.kind === 'placeholders' ? [scope.port] : []
}

function isField({ path }: ValueRow, fields: readonly ValueRow[]): boolean {
  const [, ...inner] = pathSteps(path) ?? []
  return PLAIN_NAME.test(String(inner[0])) && fields.some((field) => field.path === expressionPath('', inner))
}

/** Inputs without a sample. */
function rowsOfInputs({ language, scope }: SettingLanguage, { inputRows }: Known): ValueRow[] {
  return inputRows.flatMap((row) => {
    const steps = stepsInScope(scope, pathSteps(row.path) ?? [])
    return steps === undefined || steps.length === 0 ? [] : [{ ...row, path: pathIn(language, steps) }]
  })
}

/** Fields from schemas are known by their name alone. */
function rowsOfSchemas({ language, scope }: SettingLanguage, { variables, group }: Known): ValueRow[] {
  const isByName = scope === undefined || ['value', 'fields', 'placeholders'].includes(scope.kind)
  if (!isByName || language === 'code') return []
  return variables.map(({ name, type }) => ({
    path: name,
    label: name.slice(name.lastIndexOf('.') + 1),
    depth: name.split('.').length - 1,
    group,
    type,
  }))
}

function rowIn(language: SettingLanguage['language'], row: ValueRow): ValueRow[] {
  const steps = pathSteps(row.path)
  // A first name with other characters cannot be written in a template.
  if (steps === undefined || (language !== 'expression' && !PLAIN_NAME.test(String(steps[0])))) return []
  return [{ ...row, path: pathIn(language, steps) }]
}
