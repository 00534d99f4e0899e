/** Checks large documents against their schema in slices: long lists, such as nodes and edges, item by item. */
import { type Issue, issuesOf, MAX_ISSUES } from './check.ts'
import { isObject, pointer } from './json.ts'
import type { Schema } from './schema.ts'
import { TimeSlice } from './time-slice.ts'

/** Longer lists are checked item by item. */
const LONG_LIST = 100
/** Lists are searched in objects up to this depth: a document in a body is one below the top. */
const MAX_DEPTH = 3
/** A list with other rules, such as unique items, is checked as a whole. */
const DIVISIBLE = new Set(['type', 'items', 'description'])

interface LongList {
  readonly items: readonly unknown[]
  readonly schema: Schema
  readonly path: string
}

/** The issues that `issuesOf` finds, in another order: those inside long lists come last. */
export async function issuesInSlices(schema: Schema, value: unknown): Promise<Issue[]> {
  const lists: LongList[] = []
  const issues = issuesOf(schema, withoutLongLists(schema, value, { path: '', depth: 0, lists }))
  const slice = new TimeSlice()
  for (const { items, schema: itemSchema, path } of lists) {
    for (const [at, item] of items.entries()) {
      if (issues.length >= MAX_ISSUES) return issues
      for (const issue of issuesOf(itemSchema, item, pointer(path, at))) issues.push(issue)
      if (slice.isOver) await slice.next()
    }
  }
  return issues.slice(0, MAX_ISSUES)
}

interface Search {
  readonly path: string
  readonly depth: number
  readonly lists: LongList[]
}

/** Replaces long lists by empty ones and collects them; returns the same value if it has none. */
function withoutLongLists(schema: unknown, value: unknown, { path, depth, lists }: Search): unknown {
  if (!isObject(schema) || !isObject(schema.properties) || !isObject(value) || depth > MAX_DEPTH) return value
  let copy: Record<string, unknown> | undefined
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, key)) continue
    const at = { path: pointer(path, key), depth: depth + 1, lists }
    const short = isLongList(inner, value[key])
      ? collected(inner, value[key], at)
      : withoutLongLists(inner, value[key], at)
    if (short === value[key]) continue
    copy ??= { ...value }
    copy[key] = short
  }
  return copy ?? value
}

function isLongList(schema: unknown, value: unknown): value is readonly unknown[] {
  if (!Array.isArray(value) || value.length <= LONG_LIST || !isObject(schema) || !isObject(schema.items)) return false
  return schema.type === 'array' && Object.keys(schema).every((keyword) => DIVISIBLE.has(keyword))
}

function collected(schema: unknown, items: readonly unknown[], { path, lists }: Search): readonly unknown[] {
  if (isObject(schema)) lists.push({ items, schema: schema.items as Schema, path })
  return []
}
