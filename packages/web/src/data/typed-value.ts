/** Values that are typed or pasted as text for a port. Pure. */
import { convert, isCollection, Unfit } from '@millrace/model'

export type TypedValue =
  | { readonly value: unknown }
  /** `json`: the text is not JSON. `type`: the value does not fit the data type, for the given reason. */
  | { readonly problem: 'json' }
  | { readonly problem: 'type'; readonly reason: string }

/** Types whose values are texts, so that they are typed without quotes. */
const TEXTS = new Set(['string', 'url', 'email', 'date', 'datetime', 'time'])

/** Reads a text as a value of a data type. Texts need no quotes; all other values are JSON. */
export function typedValue(text: string, dataType: string): TypedValue {
  if (TEXTS.has(dataType)) return fitting(text, dataType)
  const json = parsed(text)
  // Any value fits a mixed port, so a text that is not JSON is the value itself.
  if (json === undefined) return dataType === 'mixed' ? { value: text } : { problem: 'json' }
  return fitting(json.value, dataType)
}

/** A value as it is typed. */
export function typedText(value: unknown, dataType: string): string {
  if (value === undefined) return ''
  const isPlainText = typeof value === 'string' && (TEXTS.has(dataType) || isSafeMixed(value, dataType))
  return isPlainText ? value : JSON.stringify(value, null, 2)
}

/** True for a text that a mixed port would not read as JSON. */
function isSafeMixed(text: string, dataType: string): boolean {
  return dataType === 'mixed' && parsed(text) === undefined
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function fitting(value: unknown, dataType: string): TypedValue {
  const reason = misfit(value, dataType)
  return reason === undefined ? { value } : { problem: 'type', reason }
}

/** Why a value does not fit a data type; undefined if it does. */
function misfit(value: unknown, dataType: string): string | undefined {
  if (value === null) return undefined
  if (dataType === 'number' || dataType === 'boolean') {
    return typeof value === dataType ? undefined : `is not a ${dataType}`
  }
  try {
    convert(
      value,
      isCollection(dataType) ? 'array' : 'string',
      TEXTS.has(dataType) || isCollection(dataType) ? dataType : 'mixed',
    )
    if (isCollection(dataType) && !Array.isArray(value)) return 'is not a list'
    return undefined
  } catch (error) {
    if (error instanceof Unfit) return error.message
    throw error
  }
}
