/**
 * Operations on a whole list. Each receives the items and one value per item to operate on: the item itself, a field,
 * or the result of an expression.
 */
import { isObject } from '@millrace/model'
import { numberIn } from '../running/compare.ts'
import { badInput, badSetting } from '../running/input-values.ts'
import { isTrue } from '../running/is-true.ts'
import { canonical } from './canonical.ts'
import { CONDITIONS, type Condition } from './conditions.ts'
import { sortedPositions } from './sort-order.ts'

export interface ListCall {
  readonly items: readonly unknown[]
  /** The value to operate on, per item. */
  readonly seen: readonly unknown[]
  readonly by: 'item' | 'key' | 'expression'
  readonly condition: Condition
  /** The setting "value", whose meaning depends on the operation. */
  readonly value: unknown
}

export const LIST_OPERATIONS = {
  filter: ({ items, seen, by, condition, value }) =>
    items.filter((_, at) => (by === 'expression' ? isTrue(seen[at]) : CONDITIONS[condition](seen[at], value))),
  sort: ({ items, seen, value }) => sortedPositions(seen, value === 'desc').map((at) => items[at]),
  group: ({ items, seen }) =>
    [...groupsOf(items, seen)].map(([, { key, members }]) => ({ key, items: members, count: members.length })),
  map: ({ seen }) => [...seen],
  /** The sum; with an expression, the node itself iterates over the items. */
  reduce: ({ seen, value }) => [seen.reduce<number>((sum, one, at) => sum + numberAt(one, at), startOf(value))],
  unique: ({ items, seen }) => [...groupsOf(items, seen).values()].map(({ members }) => members[0]),
  slice: ({ items, value }) => items.slice(...boundsIn(value)),
  flatten: ({ seen, value }) => seen.flat(numberIn(value) ?? 1),
  /** Fields of later items take precedence. */
  merge: ({ items, seen, by }) =>
    by === 'item'
      ? [mergedOf(items, items)]
      : [...groupsOf(items, seen).values()].map(({ members }) => mergedOf(members, items)),
} satisfies Record<string, (call: ListCall) => unknown[]>

export type ListOperation = keyof typeof LIST_OPERATIONS

interface Group {
  readonly key: unknown
  readonly members: unknown[]
}

/** Items grouped by equal value, in order of first appearance. */
function groupsOf(items: readonly unknown[], seen: readonly unknown[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const [at, item] of items.entries()) {
    const name = canonical(seen[at])
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { key: seen[at] ?? null, members: [item] })
    else group.members.push(item)
  }
  return groups
}

function mergedOf(members: readonly unknown[], items: readonly unknown[]): Record<string, unknown> {
  const merged = new Map<string, unknown>()
  for (const member of members) {
    if (!isObject(member)) throw badInput('data', `must contain only objects (at index ${items.indexOf(member)})`)
    for (const [key, value] of Object.entries(member)) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

function numberAt(value: unknown, at: number): number {
  const number = numberIn(value)
  if (number === undefined) throw badInput('data', `must have a number at index ${at}`)
  return number
}

function startOf(value: unknown): number {
  if (value === undefined || value === null || value === '') return 0
  const number = numberIn(value)
  if (number === undefined) throw badSetting('value', 'must be a number for a sum')
  return number
}

/** `[from, to]`, or a count from the start. Negative indexes count from the end. */
function boundsIn(value: unknown): [number, number?] {
  if (typeof value === 'number') return [0, value]
  const [from, to] = Array.isArray(value) ? value : []
  if (typeof from === 'number' && (to === undefined || to === null)) return [from]
  if (typeof from === 'number' && typeof to === 'number') return [from, to]
  throw badSetting('value', 'must be [from, to] or a number of items')
}
