/** The comparison operators of a condition. */
import type { Effects } from '@millrace/model'
import { asText } from './as-text.ts'
import { scopeOf } from './choose-branch.ts'
import { cased, contains, equals, isEmpty, orderOf } from './compare.ts'
import { badInput, badSetting, kindOf } from './input-values.ts'
import { isTrue } from './is-true.ts'
import { flagsFor } from './pattern-flags.ts'

interface Comparison {
  readonly value: unknown
  /** The setting "matchText". */
  readonly text: string
  /** The setting "expression". */
  readonly expression: string
  readonly isCaseSensitive: boolean
  readonly effects: Pick<Effects, 'expression' | 'pattern'>
}

export const OPERATORS = {
  equals: ({ value, text, isCaseSensitive }) => equals(value, text, isCaseSensitive),
  not_equals: ({ value, text, isCaseSensitive }) => !equals(value, text, isCaseSensitive),
  contains: ({ value, text, isCaseSensitive }) => contains(value, text, isCaseSensitive),
  starts_with: ({ value, text, isCaseSensitive }) =>
    cased(value, isCaseSensitive).startsWith(cased(text, isCaseSensitive)),
  ends_with: ({ value, text, isCaseSensitive }) => cased(value, isCaseSensitive).endsWith(cased(text, isCaseSensitive)),
  regex: async ({ value, text, isCaseSensitive, effects }) => {
    const flags = flagsFor(text, 'matchText') + (isCaseSensitive ? '' : 'i')
    return (await effects.pattern({ pattern: text, flags, text: asText(value), limit: 1 })).count > 0
  },
  greater_than: (comparison) => orderIn(comparison) > 0,
  less_than: (comparison) => orderIn(comparison) < 0,
  is_empty: ({ value }) => isEmpty(value),
  expression: async ({ value, expression, effects }) => {
    if (expression.trim() === '') throw badSetting('expression', 'is required for the operator "expression"')
    return isTrue(await effects.expression(expression, scopeOf(value)))
  },
} satisfies Record<string, (comparison: Comparison) => boolean | Promise<boolean>>

/** Missing values compare as equal; objects and lists cannot be ordered. */
function orderIn({ value, text, isCaseSensitive }: Comparison): number {
  if (value === undefined || value === null) return 0
  const order = orderOf(value, text, isCaseSensitive)
  if (order === undefined)
    throw badInput('data', `must be a number or a string for this operator (got ${kindOf(value)})`)
  return order
}
