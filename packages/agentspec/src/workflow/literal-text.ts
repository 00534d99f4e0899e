/**
 * Literal text in fields that Agent Spec treats as templates. The format cannot escape `{{word}}`, so the braces become
 * an input whose default is `{{`; inserted values are not rendered again.
 */
import { isObject } from '@millrace/model'
import type { Property } from '../components.ts'
import type { NodeContext } from './node-context.ts'
import { titleFor } from './titles.ts'

/** Braces that a template would read as the start of a placeholder. */
const PLACEHOLDER_START = /\{\{(?=\s*\w+\s*\}\})/g

export interface LiteralText {
  /** A text, or all strings in a value, that a template renders unchanged. */
  literal<T>(value: T): T
  /** The input that the texts need; empty if nothing was escaped. */
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
