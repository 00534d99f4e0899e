/** Templates of Agent Spec: `{{name}}` and nothing else. A value that holds braces is not looked at again. */
import { isObject } from '@millrace/model'
import { textOf } from './value-text.ts'

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** Names in the placeholders of a text, or of all texts in a value (keys included), each once, in order. */
export function placeholdersIn(value: unknown): string[] {
  const names = new Set<string>()
  const walk = (one: unknown): void => {
    if (typeof one === 'string') for (const match of one.matchAll(PLACEHOLDER)) names.add(match[1] ?? '')
    else if (Array.isArray(one)) for (const item of one) walk(item)
    else if (isObject(one)) {
      for (const [key, inner] of Object.entries(one)) {
        walk(key)
        walk(inner)
      }
    }
  }
  walk(value)
  return [...names]
}

/** The text with every placeholder replaced that `values` has; `print` writes a value, as `textOf` unless told. */
export function renderTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  print: (value: unknown) => string = textOf,
): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? print(values[name]) : whole,
  )
}

/** A value with every text in it rendered, keys included. A text that is one placeholder alone becomes its value. */
export function renderValue(value: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'string') {
    const alone = /^\{\{\s*(\w+)\s*\}\}$/.exec(value)?.[1]
    if (alone !== undefined && Object.hasOwn(values, alone) && values[alone] !== undefined) return values[alone]
    return renderTemplate(value, values)
  }
  if (Array.isArray(value)) return value.map((one) => renderValue(one, values))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [renderTemplate(key, values), renderValue(inner, values)]),
  )
}
