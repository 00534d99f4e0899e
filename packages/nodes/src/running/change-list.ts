import { isObject, type QuestionConfig } from '@millrace/model'
import { badInput, kindOf, listAt } from './input-values.ts'

type Change = QuestionConfig<'review'>['changes'][number]

const MAX_CHANGES = 1000

/** Changes to decide on, as the wire has them. */
export function changeList(inputs: Readonly<Record<string, unknown>>): Change[] {
  const list = listAt(inputs, 'changes')
  if (list.length === 0) throw badInput('changes', 'is empty: there is nothing to review')
  if (list.length > MAX_CHANGES) throw badInput('changes', `has more than ${MAX_CHANGES} entries`)
  const changes = list.map(changeOf)
  const seen = new Set<string>()
  for (const { field } of changes) {
    if (seen.has(field)) throw badInput('changes', `has the field "${field}" twice`)
    seen.add(field)
  }
  return changes
}

function changeOf(entry: unknown, at: number): Change {
  const port = `changes/${at}`
  if (!isObject(entry)) throw badInput(port, `must be an object, is ${kindOf(entry)}`)
  const { field, label = field, original, proposed } = entry
  if (typeof field !== 'string' || field === '') throw badInput(port, 'needs a text as "field"')
  if (typeof label !== 'string') throw badInput(port, `must have a text as "label", has ${kindOf(label)}`)
  if (original === undefined) throw badInput(port, 'needs "original": what it is now, null if there is nothing')
  if (proposed === undefined) throw badInput(port, 'needs "proposed": what it would become, null for nothing')
  return { field, label: label === '' ? field : label, original, proposed }
}
