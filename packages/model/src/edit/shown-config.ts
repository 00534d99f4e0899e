/** The settings of a node that anyone may read: without secrets, not even their last characters. */
import type { Catalogue } from '../catalogue.ts'
import { isObject } from '../json.ts'
import { isPlaceholder, splitSecrets } from '../workflow/secrets.ts'
import { configOf, type WorkflowNode } from '../workflow/workflow.ts'

const HIDDEN = '__secret__'

/** The config with `__secret__` in place of every secret. */
export function shownConfig(node: WorkflowNode, catalogue: Catalogue): Record<string, unknown> {
  const [split] = splitSecrets([node], catalogue).nodes
  const config = split === undefined ? {} : configOf(split)
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, masked(value)]))
}

function masked(value: unknown): unknown {
  if (isPlaceholder(value)) return HIDDEN
  if (Array.isArray(value)) return value.map(masked)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]))
}
