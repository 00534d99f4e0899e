import { isObject, type QuestionConfig } from '@millrace/model'
import { badInput, kindOf, listAt } from './input-values.ts'

type Change = QuestionConfig<'review'>['changes'][number]

const MAX_CHANGES = 1000

/** The proposed changes in wire format. */
export function changeList(inputs: Readonly<Record<string, unknown>>): Change[] {
  const list = listAt(inputs, 'changes')
  if (list.length === 0) throw badInput('changes', 'must not be empty')
  if (list.length > MAX_CHANGES)
    throw badInput('changes', `must have at most ${MAX_CHANGES} entries (got ${list.length})`)
  const changes = list.map(changeOf)
  const seen = new Set<string>()
  for (const { field } of changes) {
    if (seen.has(field)) throw badInput('changes', `contains the field "${field}" twice`)
    seen.add(field)
  }
  return changes
}

function changeOf(entry: unknown, at: number): Change {
  const port = `changes/${at}`
  if (!isObject(entry)) throw badInput(port, `must be an object (got ${kindOf(entry)})`)
  const { field, label = field, original, proposed } = entry
  if (typeof field !== 'string' || field === '') throw badInput(port, 'must have a string "field"')
  if (typeof label !== 'string') throw badInput(port, `must have a string "label" (got ${kindOf(label)})`)
  if (original === undefined) throw badInput(port, 'must have "original": the current value, or null')
  if (proposed === undefined) throw badInput(port, 'must have "proposed": the new value, or null')
  return { field, label: label === '' ? field : label, original, proposed }
}
