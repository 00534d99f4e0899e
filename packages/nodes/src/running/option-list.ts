import { isObject, type QuestionConfig } from '@millrace/model'
import { badInput, kindOf, listAt, textAt } from './input-values.ts'

type Option = QuestionConfig<'choice'>['options'][number]

const MAX_OPTIONS = 1000

/** The options in wire format, from strings or objects with value and label. */
export function optionList(inputs: Readonly<Record<string, unknown>>): Option[] {
  const list = listAt(inputs, 'options')
  if (list.length === 0) throw badInput('options', 'must not be empty')
  if (list.length > MAX_OPTIONS)
    throw badInput('options', `must have at most ${MAX_OPTIONS} entries (got ${list.length})`)
  const options = list.map(optionOf)
  const seen = new Set<string>()
  for (const { value } of options) {
    if (seen.has(value)) throw badInput('options', `contains the value "${value}" twice`)
    seen.add(value)
  }
  return options
}

function optionOf(entry: unknown, at: number): Option {
  const port = `options/${at}`
  if (!isObject(entry)) return { value: textAt({ [port]: entry }, port), label: textAt({ [port]: entry }, port) }
  if (entry.value === undefined) throw badInput(port, 'must have a value')
  const value = textAt({ [port]: entry.value }, port)
  const label = entry.label ?? ''
  if (typeof label !== 'string') throw badInput(port, `must have a string as label (got ${kindOf(label)})`)
  return {
    value,
    label: label === '' ? value : label,
    ...(typeof entry.description === 'string' && entry.description !== '' ? { description: entry.description } : {}),
  }
}
