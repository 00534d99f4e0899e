/**
 * Variables in workflow files: `%{NAME}` in any text. Each environment has a file with their values. A text that is only
 * a variable becomes its value, which may be a number or an object. `%%{` is written for a literal `%{`.
 */
import { isObject } from '@millrace/model'
import { BadSetting } from '../platform/bad-setting.ts'
import { counterpart } from './portable.ts'

export type Variables = Readonly<Record<string, unknown>>

const REFERENCE = /(%?)%\{([A-Za-z_][A-Za-z0-9_]*)\}/g
const WHOLE = /^%\{([A-Za-z_][A-Za-z0-9_]*)\}$/

/** Replaces the variables of a document; `where` names it in the error for a variable without a value. */
export function withVariables(value: unknown, variables: Variables, where: string): unknown {
  const variable = (name: string) => {
    if (Object.hasOwn(variables, name)) return variables[name]
    throw new BadSetting(`${where}: the variable "${name}" has no value; add it to the file of --variables.`)
  }
  const replaced = (item: unknown): unknown => {
    if (typeof item === 'string') {
      const [, name] = WHOLE.exec(item) ?? []
      return name === undefined
        ? item.replace(REFERENCE, (text, sign, part) => (sign === '' ? String(variable(part)) : text.slice(1)))
        : variable(name)
    }
    if (Array.isArray(item)) return item.map(replaced)
    return isObject(item) ? Object.fromEntries(Object.entries(item).map(([key, one]) => [key, replaced(one)])) : item
  }
  return replaced(value)
}

/** A document of the service as a file: texts that look like variables are escaped, those of the earlier file are kept. */
export function withReferences(value: unknown, earlier: unknown): unknown {
  if (typeof earlier === 'string' && hasReference(earlier) && !isObject(value) && !Array.isArray(value)) return earlier
  if (typeof value === 'string') return value.replace(REFERENCE, (text) => `%${text}`)
  if (Array.isArray(value)) return value.map((item, at) => withReferences(item, counterpart(earlier, item, at)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      withReferences(item, isObject(earlier) ? earlier[key] : undefined),
    ]),
  )
}

function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, sign]) => sign === '')
}

/** A text without the values of variables: they may be secrets. */
export function masked(text: string, variables: Variables): string {
  return Object.entries(variables).reduce((shown, [name, value]) => {
    const printed = typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : ''
    return printed.length < SHORTEST_MASKED ? shown : shown.replaceAll(printed, `%{${name}}`)
  }, text)
}

/** A shorter value is not a secret, and masking it would make the text unreadable. */
const SHORTEST_MASKED = 3
