/**
 * The extension keys of this project, on node types and on nodes. Every key holds an object. Earlier releases wrote
 * plain values (`true`, `'any'`, a number): readers here accept both forms.
 */
import { isObject } from './json.ts'
import type { NodeType } from './node-type.ts'

type Extensions = Readonly<Record<string, unknown>>

/** The prefix of every key of this project. */
export const EXTENSION_PREFIX = 'millrace:'

/** On a node type: the node is drawn and never runs. */
export const ANNOTATION_EXTENSION = `${EXTENSION_PREFIX}annotation`
/** On a node type: the value of the node is an output of the execution. */
export const OUTPUT_EXTENSION = `${EXTENSION_PREFIX}output`
/** On a node type: the node is the head of a loop. */
export const LOOP_EXTENSION = `${EXTENSION_PREFIX}loop`
/** On a node type: words of everyday tasks that the search finds it by, `{ keywords }`. */
export const SEARCH_EXTENSION = `${EXTENSION_PREFIX}search`
/** On a node: whether it waits for all incoming edges or runs with the first, `{ mode: 'any' | 'all' }`. */
export const JOIN_EXTENSION = `${EXTENSION_PREFIX}join`
/** On a node: the time limit of one attempt, `{ ms }`. */
export const TIMEOUT_EXTENSION = `${EXTENSION_PREFIX}timeout`
/** On a node: how failed attempts are repeated. */
export const RETRY_EXTENSION = `${EXTENSION_PREFIX}retry`
/** On a node: outputs that replace a run of the node in test runs. */
export const PINNED_EXTENSION = `${EXTENSION_PREFIX}pinned`
/** On a node: texts with `{{ … }}` by setting, evaluated when the node runs. */
export const EXPRESSIONS_EXTENSION = `${EXTENSION_PREFIX}expressions`
/** On a node: it does not run, and values pass over it, `{ disabled: true }`. */
export const DISABLED_EXTENSION = `${EXTENSION_PREFIX}disabled`

/** On a node of an Agent Spec flow: its position on the canvas. */
export const POSITION_EXTENSION = `${EXTENSION_PREFIX}position`
/** On a tool of an Agent Spec flow: settings that cannot be inputs of the tool. */
export const SETTINGS_EXTENSION = `${EXTENSION_PREFIX}settings`
/** On a tool of an Agent Spec flow: ports whose id is not the title of their property, by title. */
export const ARGUMENTS_EXTENSION = `${EXTENSION_PREFIX}arguments`
export const RESULTS_EXTENSION = `${EXTENSION_PREFIX}results`

/** The key of the time limit in earlier releases; it held a number. */
export const OLD_TIMEOUT_EXTENSION = `${EXTENSION_PREFIX}timeoutMs`

/** The value of a key that is only a flag. */
export const MARK = Object.freeze({ enabled: true })

type TypeLike = Partial<Pick<NodeType, 'extensions'>> | undefined

/** True for types that are drawn only, such as notes. */
export function isAnnotationType(type: TypeLike): boolean {
  return isMarked(type?.extensions?.[ANNOTATION_EXTENSION])
}

/** True for types whose value is an output of the execution. */
export function isOutputType(type: TypeLike): boolean {
  return isMarked(type?.extensions?.[OUTPUT_EXTENSION])
}

/** Words of everyday tasks that a type is found by, besides its name and tags. */
export function keywordsOf(type: TypeLike): readonly string[] {
  const value = type?.extensions?.[SEARCH_EXTENSION]
  const keywords = isObject(value) ? value.keywords : undefined
  return Array.isArray(keywords) ? keywords.filter((keyword) => typeof keyword === 'string') : []
}

/** How a node with several incoming edges starts. */
export function joinOf(extensions: Extensions): 'all' | 'any' {
  const value = extensions[JOIN_EXTENSION]
  return (isObject(value) ? value.mode : value) === 'any' ? 'any' : 'all'
}

/** The time limit of one attempt in milliseconds; undefined if there is none. */
export function timeoutMsOf(extensions: Extensions): number | undefined {
  const value = extensions[TIMEOUT_EXTENSION]
  const ms = isObject(value) ? value.ms : extensions[OLD_TIMEOUT_EXTENSION]
  return typeof ms === 'number' && ms > 0 ? ms : undefined
}

/** The extensions of a node with every old form replaced; the same object if there is nothing to replace. */
export function migratedExtensions<E extends Extensions>(extensions: E): E {
  const join = extensions[JOIN_EXTENSION]
  const oldTimeout = extensions[OLD_TIMEOUT_EXTENSION]
  if (typeof join !== 'string' && typeof oldTimeout !== 'number') return extensions
  const { [OLD_TIMEOUT_EXTENSION]: _, ...rest } = extensions
  return {
    ...(typeof oldTimeout === 'number' ? rest : extensions),
    ...(typeof join === 'string' ? { [JOIN_EXTENSION]: { mode: join } } : {}),
    ...(typeof oldTimeout === 'number' && !isObject(extensions[TIMEOUT_EXTENSION])
      ? { [TIMEOUT_EXTENSION]: { ms: oldTimeout } }
      : {}),
  } as E
}

function isMarked(value: unknown): boolean {
  return value === true || (isObject(value) && value.enabled !== false)
}
