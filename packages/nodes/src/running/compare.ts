/**
 * Lenient comparisons for settings. A setting is text but the input may have any type, so `5` equals "5.0", and case is
 * ignored unless requested.
 */
import { isObject, sameJson } from '@millrace/model'
import { folded } from '../text/case-fold.ts'
import { asText } from './as-text.ts'

/** Written without ambiguity, so that matching takes linear time. */
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** The number that a value is or contains as text; undefined if there is none. */
export function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const text = typeof value === 'string' ? value.trim() : ''
  return NUMBER.test(text) ? Number(text) : undefined
}

/** Whether two values are equal. An object or list equals its JSON text. */
export function equals(value: unknown, expected: unknown, isCaseSensitive: boolean): boolean {
  if (typeof value === 'number') {
    const number = numberIn(expected)
    if (number !== undefined) return value === number
  }
  if (isStructure(value) || isStructure(expected)) return sameJson(structureIn(value), structureIn(expected))
  return cased(value, isCaseSensitive) === cased(expected, isCaseSensitive)
}

/** Whether a text contains a substring, a list an item, or an object a key. */
export function contains(value: unknown, expected: unknown, isCaseSensitive: boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => equals(item, expected, isCaseSensitive))
  if (isObject(value)) return Object.keys(value).some((key) => equals(key, expected, isCaseSensitive))
  return cased(value, isCaseSensitive).includes(cased(expected, isCaseSensitive))
}

/**
 * Negative if a value sorts before another, positive if after; undefined for values without an order, such as lists.
 */
export function orderOf(value: unknown, other: unknown, isCaseSensitive: boolean): number | undefined {
  const [a, b] = [numberIn(value), numberIn(other)]
  if (a !== undefined && b !== undefined) return a - b
  if (!isWritten(value) || !isWritten(other)) return undefined
  const [left, right] = [cased(value, isCaseSensitive), cased(other, isCaseSensitive)]
  return left < right ? -1 : Number(left > right)
}

/** Whether a value is empty. Zero and false are not empty. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** The text of a value, case-folded unless case-sensitive. */
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
