/** Reads the inputs of a calculation: a formula or a list of numbers. */
import { badInput, kindOf, listAt, textOr } from '../running/input-values.ts'

type Values = Readonly<Record<string, unknown>>

export function formulaIn(inputs: Values, setting: string | undefined): string {
  const formula = textOr(inputs, 'expression', setting)
  if (formula === undefined) throw badInput('expression', 'is required: connect a formula or set one in the settings')
  return formula
}

/** At least one number, all finite. */
export function numbersIn(inputs: Values): [number, ...number[]] {
  const [first, ...rest] = listAt(inputs, 'values').map((value, at) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw badInput('values', `must contain only numbers (got ${kindOf(value)} at index ${at})`)
  })
  if (first === undefined) throw badInput('values', 'must not be empty')
  return [first, ...rest]
}
