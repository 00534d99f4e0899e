/** Agent Spec templates: only `{{name}}` placeholders. Inserted values are not rendered again. */
import { isObject } from '@millrace/model'
import { textOf } from './value-text.ts'

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

/** The placeholder names in a text, or in all strings of a value (including keys), each once, in order. */
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

/** Replaces the placeholders that `values` contains; `print` formats a value, by default with `textOf`. */
export function renderTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  print: (value: unknown) => string = textOf,
): string {
  return template.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? print(values[name]) : whole,
  )
}

/** Renders all strings in a value, including keys. A string that is a single placeholder becomes its value. */
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
