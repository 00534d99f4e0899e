/** The comparisons that a condition can be made with. */
import type { Effects } from '@millrace/model'
import { asText } from './as-text.ts'
import { scopeOf } from './choose-branch.ts'
import { cased, contains, equals, isEmpty, orderOf } from './compare.ts'
import { badInput, badSetting, kindOf } from './input-values.ts'
import { isTrue } from './is-true.ts'
import { flagsFor } from './readable-pattern.ts'

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
    if (expression.trim() === '') throw badSetting('expression', 'is empty')
    return isTrue(await effects.expression(expression, scopeOf(value)))
  },
} satisfies Record<string, (comparison: Comparison) => boolean | Promise<boolean>>

/** Nothing is neither more nor less; a structure that is to be more or less is a mistake. */
function orderIn({ value, text, isCaseSensitive }: Comparison): number {
  if (value === undefined || value === null) return 0
  const order = orderOf(value, text, isCaseSensitive)
  if (order === undefined) throw badInput('data', `must be a number or a text to be more or less, is ${kindOf(value)}`)
  return order
}
