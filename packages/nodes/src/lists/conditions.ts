/** Conditions for filtering a list. */
import { contains, equals, isEmpty, orderOf } from '../running/compare.ts'

export type Condition =
  | 'equals'
  | 'not_equals'
  | 'contains'
  | 'greater_than'
  | 'less_than'
  | 'greater_than_or_equal'
  | 'less_than_or_equal'
  | 'is_empty'
  | 'is_not_empty'

/** Whether a value meets a condition. Values without an order are neither greater nor less. */
export const CONDITIONS: Readonly<Record<Condition, (value: unknown, expected: unknown) => boolean>> = {
  equals: (value, expected) => equals(value, expected, true),
  not_equals: (value, expected) => !equals(value, expected, true),
  contains: (value, expected) => contains(value, expected, true),
  greater_than: (value, expected) => (orderOf(value, expected, true) ?? 0) > 0,
  less_than: (value, expected) => (orderOf(value, expected, true) ?? 0) < 0,
  greater_than_or_equal: (value, expected) => (orderOf(value, expected, true) ?? -1) >= 0,
  less_than_or_equal: (value, expected) => (orderOf(value, expected, true) ?? 1) <= 0,
  is_empty: isEmpty,
  is_not_empty: (value) => !isEmpty(value),
}
