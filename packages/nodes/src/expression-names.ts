/** The names that a JSONata expression looks up in its input, from its syntax tree. */
import { createRequire } from 'node:module'
import { type ExpressionName, isObject } from '@millrace/model'

const require = createRequire(import.meta.url)

type Tree = Readonly<Record<string, unknown>>

/**
 * Every path that starts at the input, with the names that are written out. Names inside predicates and later steps of a
 * path belong to other values and are left out. Undefined if the text does not parse.
 */
export function expressionNames(text: string): ExpressionName[] | undefined {
  const jsonata = require('jsonata') as typeof import('jsonata')
  try {
    const names: ExpressionName[] = []
    collect(jsonata(text).ast(), true, names)
    return names
  } catch {
    return undefined
  }
}

/** Parts of a node that are not expressions. */
const OTHER_KEYS = new Set(['type', 'value', 'position', 'signature', 'focus', 'index', 'ancestor', 'slot', 'tuple'])

function collect(part: unknown, isInput: boolean, names: ExpressionName[]): void {
  if (Array.isArray(part)) {
    for (const one of part) collect(one, isInput, names)
  } else if (isObject(part)) {
    if (part.type === 'path' && Array.isArray(part.steps)) collectPath(part, isInput, names)
    // A transformation applies to the value that it is given.
    else collectParts(part, isInput && part.type !== 'transform', names)
  }
}

function collectParts(part: Tree, isInput: boolean, names: ExpressionName[]): void {
  for (const key of Object.keys(part)) if (!OTHER_KEYS.has(key)) collect(part[key], isInput, names)
}

function collectPath(path: Tree, isInput: boolean, names: ExpressionName[]): void {
  const steps = (path.steps as unknown[]).filter(isObject)
  const [first] = steps
  // `$` is the current value, `$$` always the input.
  const root = first?.type === 'variable' && (first.value === '' || first.value === '$') ? first.value : undefined
  const startsAtInput = root === '$' || (isInput && (root === '' || first?.type === 'name'))
  if (startsAtInput) addNames(root === undefined ? steps : steps.slice(1), names)
  for (const [at, step] of steps.entries()) {
    if (step.type === 'name' || root !== undefined) collectParts(step, false, names)
    else collect(step, isInput && at === 0, names)
  }
  collect(path.group, false, names)
}

function addNames(steps: readonly Tree[], names: ExpressionName[]): void {
  const path: string[] = []
  for (const { type, value, stages } of steps) {
    if (type !== 'name' || typeof value !== 'string') break
    path.push(value)
    if (stages !== undefined) break
  }
  const [first] = steps
  if (path.length === 0) return
  // The position of a token is its end.
  const end = typeof first?.position === 'number' ? first.position : 0
  names.push({ path, position: Math.max(0, end - (path[0]?.length ?? 0)) })
}
