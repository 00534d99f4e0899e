/**
 * Comparisons as people mean them when they fill in a form: a setting is a text, whatever the value that arrives is, so
 * `5` equals "5.0", and the case of letters counts only where it is asked for.
 */
import { isObject, sameJson } from '@millrace/model'
import { folded } from '../text/folded.ts'
import { asText } from './as-text.ts'

/** Written so that no digit can be read in two ways: the time grows with the text and no faster. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** The number that a value is or says; undefined if it is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return NUMBER.test(text) ? Number(text) : undefined
}

/** Whether a value equals an expected one. A structure equals JSON text that says the same. */
export function equals(value: unknown, expected: unknown, isCaseSensitive: boolean): boolean {
  if (typeof value === 'number') {
    const number = numberIn(expected)
    if (number !== undefined) return value === number
  }
  if (isStructure(value) || isStructure(expected)) return sameJson(structureIn(value), structureIn(expected))
  return cased(value, isCaseSensitive) === cased(expected, isCaseSensitive)
}

/** Whether a text has a part, a list an item, or an object a key. */
export function contains(value: unknown, expected: unknown, isCaseSensitive: boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => equals(item, expected, isCaseSensitive))
  if (isObject(value)) return Object.keys(value).some((key) => equals(key, expected, isCaseSensitive))
  return cased(value, isCaseSensitive).includes(cased(expected, isCaseSensitive))
}

/** Below 0 if a value comes before another, above 0 if after; undefined for what has no order, such as a list. */
export function orderOf(value: unknown, other: unknown, isCaseSensitive: boolean): number | undefined {
  const [a, b] = [numberIn(value), numberIn(other)]
  if (a !== undefined && b !== undefined) return a - b
  if (!isWritten(value) || !isWritten(other)) return undefined
  const [left, right] = [cased(value, isCaseSensitive), cased(other, isCaseSensitive)]
  return left < right ? -1 : Number(left > right)
}

/** Whether there is nothing in a value. Zero and false are something. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** The text of a value, with the case of its letters taken away unless it counts. */
export function cased(value: unknown, isCaseSensitive: boolean): string {
  return isCaseSensitive ? asText(value) : folded(asText(value))
}

function isWritten(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function structureIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
