/** What a calculation is about: a formula, or a list of numbers. */
import { badInput, kindOf, listAt, textOr } from '../running/input-values.ts'

type Values = Readonly<Record<string, unknown>>

export function formulaIn(inputs: Values, setting: string | undefined): string {
  const formula = textOr(inputs, 'expression', setting)
  if (formula === undefined) throw badInput('expression', 'is missing, and the settings have none')
  return formula
}

/** At least one number, all of them finite. */
export function numbersIn(inputs: Values): [number, ...number[]] {
  const [first, ...rest] = listAt(inputs, 'values').map((value, at) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw badInput('values', `must hold numbers only, has ${kindOf(value)} at position ${at}`)
  })
  if (first === undefined) throw badInput('values', 'is an empty list')
  return [first, ...rest]
}
