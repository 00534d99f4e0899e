/**
 * Text of a native node in a place where Agent Spec has templates. The format has no way to escape `{{word}}`, so the
 * braces are filled in: an input whose default is `{{` stands before the word, and what is filled in is not looked at again.
 */
import { isObject } from '@millrace/model'
import type { Property } from '../components.ts'
import type { NodeContext } from './node-context.ts'
import { titleFor } from './titles.ts'

/** Braces that a template would take for the start of a placeholder. */
const PLACEHOLDER_START = /\{\{(?=\s*\w+\s*\}\})/g

export interface LiteralText {
  /** A text, or all texts in a value, that a template renders as they are. */
  literal<T>(value: T): T
  /** The input that the texts need; none if there was nothing to escape. */
  inputs(): Property[]
}

export function literalText(context: Pick<NodeContext, 'inputs'>): LiteralText {
  const title = titleFor('open_braces', new Set(context.inputs.values()))
  let isUsed = false
  const escaped = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replace(PLACEHOLDER_START, () => {
        isUsed = true
        return `{{${title}}}`
      })
    }
    if (Array.isArray(value)) return value.map(escaped)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]))
  }
  return {
    literal: <T>(value: T) => escaped(value) as T,
    inputs: () => (isUsed ? [{ title, type: 'string', default: '{{' }] : []),
  }
}
