import { isObject, type QuestionConfig } from '@millrace/model'
import { badInput, kindOf, listAt, textAt } from './input-values.ts'

type Option = QuestionConfig<'choice'>['options'][number]

const MAX_OPTIONS = 1000

/** Options to pick from, as the wire has them: from texts, or from objects with value and label. */
export function optionList(inputs: Readonly<Record<string, unknown>>): Option[] {
  const list = listAt(inputs, 'options')
  if (list.length === 0) throw badInput('options', 'is empty: there is nothing to pick')
  if (list.length > MAX_OPTIONS) throw badInput('options', `has more than ${MAX_OPTIONS} entries`)
  const options = list.map(optionOf)
  const seen = new Set<string>()
  for (const { value } of options) {
    if (seen.has(value)) throw badInput('options', `has the value "${value}" twice`)
    seen.add(value)
  }
  return options
}

function optionOf(entry: unknown, at: number): Option {
  const port = `options/${at}`
  if (!isObject(entry)) return { value: textAt({ [port]: entry }, port), label: textAt({ [port]: entry }, port) }
  if (entry.value === undefined) throw badInput(port, 'has no value')
  const value = textAt({ [port]: entry.value }, port)
  const label = entry.label ?? ''
  if (typeof label !== 'string') throw badInput(port, `must have a text as label, has ${kindOf(label)}`)
  return {
    value,
    label: label === '' ? value : label,
    ...(typeof entry.description === 'string' && entry.description !== '' ? { description: entry.description } : {}),
  }
}
