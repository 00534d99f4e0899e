/** Prefixes all component ids of a flow, so that it can be part of a document that uses the same ids. */
import { isObject } from '@millrace/model'
import type { Flow } from '../components.ts'

/** Fields that refer to a component of the same flow by id. */
const NAMING = new Set(['startNode', 'fromNode', 'toNode', 'sourceNode', 'destinationNode'])
/** Fields with plain data; objects in them are never components. */
const PLAIN = new Set([
  ...['metadata', 'inputs', 'outputs', 'data', 'queryParams', 'headers', 'retryPolicy', 'configuration'],
  ...['defaultGenerationParameters', 'mapping', 'reducers', 'branches', 'seedBranches', 'outputSchema'],
])

/** Keeps shared objects shared. Ids in `kept` already have a prefix. */
export function withIdPrefix(flow: Flow, prefix: string, kept: ReadonlySet<string>): Flow {
  const done = new Map<object, unknown>()
  function renamed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(renamed)
    if (!isObject(value)) return value
    const before = done.get(value)
    if (before !== undefined) return before
    const isComponent = typeof value.id === 'string' && typeof value.name === 'string'
    if (isComponent && kept.has(String(value.id))) return value
    const out: Record<string, unknown> = {}
    done.set(value, out)
    for (const [key, inner] of Object.entries(value)) {
      const isId = typeof inner === 'string' && (NAMING.has(key) || (key === 'id' && isComponent))
      if (isId || key === '$component_ref') out[key] = `${prefix}${inner}`
      else out[key] = PLAIN.has(key) ? inner : renamed(inner)
    }
    return out
  }
  return renamed(flow) as Flow
}
