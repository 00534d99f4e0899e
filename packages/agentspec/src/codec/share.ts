/**
 * Adds references to an official document: a component that is used more than once is written once, at the lowest
 * component above all its uses, and referenced elsewhere. Works on plain values: a component is an object with
 * `component_type` and `id`; equal ids are the same component.
 */
import { isObject } from '@millrace/model'
import type { Fields } from '../components.ts'

type Out = Record<string, unknown>

interface Part {
  readonly id: string
  readonly value: Fields
  /** Direct child components with their number of uses. */
  readonly below: ReadonlyMap<string, number>
}

function idOf(value: Fields): string | undefined {
  return typeof value.component_type === 'string' && typeof value.id === 'string' ? value.id : undefined
}

/** Fields with plain data; objects in them are never components. */
const OPAQUE = new Set([
  ...['metadata', 'inputs', 'outputs', 'data', 'query_params', 'headers', 'sensitive_headers', 'retry_policy'],
  ...['configuration', 'default_generation_parameters', 'mapping', 'reducers'],
])

export function withReferences(root: Fields): Out {
  const parts = partsOf(root)
  const uses = usesIn(parts)
  const home = homesOf(parts)
  const shared = parts.filter(({ id }, at) => at > 0 && (uses.get(id) ?? 0) > 1)
  const guests = Map.groupBy(shared, ({ id }) => home.get(id) ?? '')
  const isShared = new Set(shared.map(({ id }) => id))

  function written(value: unknown, isHere = false): unknown {
    if (Array.isArray(value)) return value.map((one) => written(one))
    if (!isObject(value)) return value
    const id = idOf(value)
    if (id !== undefined && !isHere && isShared.has(id)) return { $component_ref: id }
    const out: Out = {}
    for (const [key, inner] of Object.entries(value)) out[key] = OPAQUE.has(key) ? inner : written(inner)
    const here = id === undefined ? undefined : guests.get(id)
    if (here !== undefined) {
      out.$referenced_components = Object.fromEntries(here.map((part) => [part.id, written(part.value, true)]))
    }
    return out
  }
  return written(root, true) as Out
}

/** All components once, parents before children. */
function partsOf(root: Fields): Part[] {
  const done = new Set<string>()
  const ordered: Part[] = []
  function visit(id: string, value: Fields): void {
    if (done.has(id)) return
    done.add(id)
    const below = new Map<string, number>()
    const inside = new Map<string, Fields>()
    collect(value, { below, inside, isTop: true })
    for (const [child, one] of inside) visit(child, one)
    ordered.push({ id, value, below })
  }
  visit(idOf(root) ?? '', root)
  return ordered.reverse()
}

interface Found {
  readonly below: Map<string, number>
  readonly inside: Map<string, Fields>
  readonly isTop?: boolean
}

function collect(value: unknown, { below, inside, isTop = false }: Found): void {
  if (Array.isArray(value)) for (const one of value) collect(one, { below, inside })
  if (!isObject(value)) return
  const id = isTop ? undefined : idOf(value)
  if (id === undefined) {
    for (const [key, inner] of Object.entries(value)) if (!OPAQUE.has(key)) collect(inner, { below, inside })
    return
  }
  below.set(id, (below.get(id) ?? 0) + 1)
  if (!inside.has(id)) inside.set(id, value)
}

function usesIn(parts: readonly Part[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { below } of parts) for (const [id, count] of below) uses.set(id, (uses.get(id) ?? 0) + count)
  return uses
}

/** For every component the lowest one that is on every path to it. */
function homesOf(parts: readonly Part[]): Map<string, string> {
  const home = new Map<string, string>()
  const depth = new Map<string, number>()
  for (const { id, below } of parts) {
    depth.set(id, home.has(id) ? (depth.get(home.get(id) ?? '') ?? 0) + 1 : 0)
    for (const child of below.keys()) {
      const before = home.get(child)
      home.set(child, before === undefined ? id : meeting(before, id))
    }
  }
  function meeting(a: string, b: string): string {
    let [one, other] = [a, b]
    while (one !== other) {
      if ((depth.get(one) ?? 0) >= (depth.get(other) ?? 0)) one = home.get(one) ?? ''
      else other = home.get(other) ?? ''
    }
    return one
  }
  return home
}
