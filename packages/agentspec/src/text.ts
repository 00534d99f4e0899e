/** Parses and writes JSON and YAML, with limits and without prototype keys. */
import { isObject } from '@millrace/model'
import { Document, isAlias, LineCounter, parseDocument, type Tags, visit } from 'yaml'
import type { Limits } from './limits.ts'
import type { Notes } from './notes.ts'

const NEVER = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses a text of either format; undefined with a noted error if it is rejected. */
export function parseText(text: string, limits: Limits, notes: Notes): unknown {
  if (text.length > limits.characters) {
    notes.error(`The document is longer than ${limits.characters} characters`)
    return undefined
  }
  try {
    return JSON.parse(text)
  } catch (problem) {
    if (/^\s*[{[]/.test(text) && !looksLikeYaml(text)) {
      notes.error(`The document is not JSON: ${(problem as Error).message}`)
      return undefined
    }
  }
  return parseYaml(text, limits, notes)
}

/** YAML may also start with a brace; only then a second attempt as YAML is useful. */
function looksLikeYaml(text: string): boolean {
  return !text.includes('"')
}

function parseYaml(text: string, limits: Limits, notes: Notes): unknown {
  if (nestsTooDeep(text, limits.depth)) {
    notes.error(`The document is nested more than ${limits.depth} deep`)
    return undefined
  }
  const lineCounter = new LineCounter()
  try {
    // Duplicate keys are rejected and merge keys are not YAML 1.2; both are parser defaults.
    const document = parseDocument(text, { lineCounter, version: '1.2', schema: 'core', logLevel: 'silent' })
    const problem = document.errors[0]
    if (problem !== undefined) {
      notes.error(`The document is not YAML: ${problem.message.split('\n')[0]}`)
      return undefined
    }
    let aliases = 0
    visit(document, (_, node) => {
      if (isAlias(node)) aliases++
    })
    return document.toJS({ maxAliasCount: aliases === 0 ? 0 : limits.aliases })
  } catch (problem) {
    notes.error(`The document is not YAML: ${(problem as Error).message.split('\n')[0]}`)
    return undefined
  }
}

/** Whether brackets or indentation exceed the depth limit; the parser itself would overflow its stack. */
function nestsTooDeep(text: string, depth: number): boolean {
  let open = 0
  let dashes = 0
  for (const character of text) {
    if (character === '[' || character === '{') open++
    else if (character === ']' || character === '}') open = Math.max(0, open - 1)
    if (open > depth * 4) return true
    dashes = character === '-' || character === ' ' || character === '?' ? dashes + 1 : 0
    if (dashes > depth * 20) return true
  }
  return false
}

/** A copy with plain values only; undefined if it is too deep or too large. */
export function bounded(value: unknown, limits: Limits, notes: Notes): unknown {
  let count = 0
  let problem: string | undefined
  const copy = (one: unknown, depth: number): unknown => {
    if (problem !== undefined) return null
    if (++count > limits.values) problem = `The document holds more than ${limits.values} values`
    if (depth > limits.depth) problem = `The document is nested more than ${limits.depth} deep`
    if (Array.isArray(one)) return one.map((item) => copy(item, depth + 1))
    if (isObject(one)) {
      return Object.fromEntries(
        Object.entries(one)
          .filter(([key, inner]) => !NEVER.has(key) && inner !== undefined)
          .map(([key, inner]) => [key, copy(inner, depth + 1)]),
      )
    }
    return typeof one === 'bigint' ? Number(one) : typeof one === 'function' ? null : one
  }
  const made = copy(value, 0)
  if (problem !== undefined) notes.error(problem)
  return problem === undefined ? made : undefined
}

/** Writes YAML that readers of version 1.1 and 1.2 parse identically: words like `yes` are quoted. */
export function toYaml(value: unknown): string {
  const document = new Document(value, { version: '1.1', aliasDuplicateObjects: false, customTags: withoutMerge })
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && ODD.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString(UNFOLDED).replace(BREAKS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Disables line folding: a folded line of only whitespace would be read back differently. */
const UNFOLDED = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }

/** Treats `<<` as an ordinary string. */
function withoutMerge(tags: Tags): Tags {
  return tags.filter((tag) => tag !== 'merge' && (typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:merge'))
}

/** Strings that 1.1 and 1.2 read differently, that are special as a key, or that some readers reject unquoted. */
const ODD = /^[-+]?0o[0-7]+$|^=$|^<<$|[\t\u0085\u2028\u2029\ufeff\p{Cc}]/u
/** Line terminators of only one YAML version; these strings are already double-quoted. */
const BREAKS = /[\u007f-\u009f\u2028\u2029\ufeff]/g
