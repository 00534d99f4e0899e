/** Expressions of a node: settings whose value is computed when the node runs. */
import { EXPRESSIONS_EXTENSION } from '../extensions.ts'
import { isObject } from '../json.ts'
import type { WorkflowNode } from '../workflow/workflow.ts'

/**
 * The expressions of a node by setting: a JSON pointer into its config without the leading slash (`url`,
 * `headers/Accept`). The setting itself keeps a plain value for clients that do not know expressions.
 */
export type Expressions = Readonly<Record<string, string>>

/** The expressions of a node; empty if it has none. Entries that are not texts are left out. */
export function readExpressions(node: WorkflowNode): Expressions {
  const stored = node.data?.extensions?.[EXPRESSIONS_EXTENSION]
  if (!isObject(stored)) return NONE
  const texts = Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length === 0 ? NONE : Object.fromEntries(texts)
}

const NONE: Expressions = Object.freeze({})

/** The node with an expression for a setting; undefined removes it, and the plain value counts again. */
export function setExpression(node: WorkflowNode, setting: string, text: string | undefined): WorkflowNode {
  const others = Object.entries(readExpressions(node)).filter(([key]) => key !== setting)
  return withExpressions(node, Object.fromEntries(text === undefined ? others : [...others, [setting, text]]))
}

/** The node with exactly these expressions. Without any, the extension is removed. */
export function withExpressions(node: WorkflowNode, expressions: Expressions): WorkflowNode {
  const { [EXPRESSIONS_EXTENSION]: _, ...others } = node.data?.extensions ?? {}
  const { extensions: __, ...data } = node.data ?? {}
  const isEmpty = Object.keys(expressions).length === 0
  const extensions = isEmpty ? others : { ...others, [EXPRESSIONS_EXTENSION]: { ...expressions } }
  return { ...node, data: Object.keys(extensions).length === 0 ? data : { ...data, extensions } }
}

/** The keys of a setting: `headers/Content-Type` is `['headers', 'Content-Type']`. */
export function settingKeys(setting: string): string[] {
  return setting.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The setting with these keys. */
export function settingOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
}

/** A config with a value at a setting. Missing objects on the way are created; a missing list item is not. */
export function withSetting(config: Readonly<Record<string, unknown>>, setting: string, value: unknown) {
  return replaced(config, settingKeys(setting), value) as Record<string, unknown>
}

function replaced(container: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(container)) {
    const at = Number(key)
    return at in container ? container.with(at, replaced(container[at], rest, value)) : container
  }
  const object = isObject(container) ? container : {}
  const inner = replaced(Object.hasOwn(object, key) ? object[key] : undefined, rest, value)
  // Not by assignment: a key may be `__proto__`.
  return Object.defineProperty({ ...object }, key, {
    value: inner,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** The plain value of a setting; undefined if there is none. */
export function plainSetting(config: Readonly<Record<string, unknown>>, setting: string): unknown {
  let value: unknown = config
  for (const key of settingKeys(setting)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}
