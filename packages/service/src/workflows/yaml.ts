/**
 * YAML parsing and printing. Parsing is bounded by text size (it is far slower than JSON), by alias expansion
 * and by depth. Only values that JSON can represent are accepted.
 */
import { createRequire } from 'node:module'
import { MAX_KEYS, Problem, parseInSlices, printInSlices, TooManyKeys } from '@millrace/model'
import { tooManyKeys } from '../http/json-body.ts'
import type { Workers } from '../platform/workers/workers.ts'

/** Loaded on first use: most processes never parse YAML, and loading would slow every start. */
let library: typeof import('yaml') | undefined
function yaml(): typeof import('yaml') {
  library ??= createRequire(import.meta.url)('yaml') as typeof import('yaml')
  return library
}

const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_ALIASES = 100
const MAX_DEPTH = 64
const MAX_VALUES = 1_000_000

function refused(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { status: 400, message })
}

/** Texts up to this length are parsed on the main thread (about 10 ms). */
const MAX_CHARACTERS_HERE = 8_192
/** Time limit for a text of 2 MiB: an ordinary one takes 3 s, the worst about 5 s. */
const DEADLINE_MS = 8_000
/** A workflow of 10,000 nodes takes about 3 s to print. */
const PRINT_DEADLINE_MS = 20_000
/** Aliases can make the value larger than the text, and the main thread parses what the thread returns. */
const MAX_JSON_CHARACTERS = 2 * MAX_CHARACTERS

/** Parses YAML from a request; a large text is parsed in a thread with a deadline. */
export async function yamlBody(text: string, { workers }: { readonly workers: Workers }): Promise<unknown> {
  if (text.length <= MAX_CHARACTERS_HERE) return parseYaml(text)
  refuseLong(text)
  const task = { text, maxJsonCharacters: MAX_JSON_CHARACTERS }
  const json = await workers.run('parse-yaml', task, { deadlineMs: DEADLINE_MS })
  return parseInSlices(json, { depth: MAX_DEPTH, keys: MAX_KEYS }).catch((error: unknown) => {
    throw error instanceof TooManyKeys ? tooManyKeys() : error
  })
}

function refuseLong(text: string): void {
  if (text.length <= MAX_CHARACTERS) return
  throw new Problem('PAYLOAD_TOO_LARGE', { message: 'YAML may be at most 2 MiB long.' })
}

/** Parses YAML on this thread without a deadline. */
export function parseYaml(text: string): unknown {
  refuseLong(text)
  let value: unknown
  try {
    value = readYaml(text)
  } catch (error) {
    // After a colon the library quotes the text, which may contain a secret.
    const reason = error instanceof Error ? String(error.message.split(/[:\n]/)[0]) : 'unknown'
    throw refused(/call stack/.test(reason) ? 'The YAML is nested too deeply.' : `Invalid YAML: ${reason}`)
  }
  checkPlain(value)
  return value
}

/** Turns off two options with quadratic cost: comparing all keys and quoting the source of every error. */
function readYaml(text: string): unknown {
  const { isScalar, parseDocument, visit } = yaml()
  const document = parseDocument(text, { schema: 'core', prettyErrors: false, uniqueKeys: false })
  const fault = document.errors[0]
  const line = () => text.slice(0, fault?.pos[0]).split('\n').length
  if (fault) throw new Error(`${fault.message.split(':')[0]} at line ${line()}`)
  visit(document, {
    Map(_, { items }) {
      const names = items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []))
      if (new Set(names).size < names.length) throw new Error('a mapping has the same key twice')
    },
  })
  return document.toJS({ maxAliasCount: MAX_ALIASES })
}

/** Rejects values that JSON cannot represent, and excessive alias expansion. */
function checkPlain(root: unknown): void {
  const queue: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  let visited = 0
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, depth } = next
    if (++visited > MAX_VALUES) throw refused('The YAML contains too many values.')
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refused('The YAML contains a number that JSON cannot represent.')
    if (typeof value === 'bigint') throw refused('The YAML contains a number that is too large.')
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_DEPTH) throw refused(`The YAML is nested more than ${MAX_DEPTH} levels deep.`)
    for (const key of Object.keys(value)) {
      if (key === '__proto__') throw refused('The key "__proto__" is not allowed.')
      queue.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 })
    }
  }
}

/** Prints a value as YAML. Repeated objects are written out instead of as anchors; text is not wrapped. */
export function printYaml(value: unknown): string {
  const { Document, visit } = yaml()
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && BLANK_LINE.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
}

/** Whitespace-only lines, which block scalars may lose, and line endings that they would normalise. */
const BLANK_LINE = /(?:^|\n)[ \t]+(?:\n|$)|^\n|\r/

/** The same for a workflow of any size: printing is slow, so a large one is printed in a thread. */
export async function yamlText(value: unknown, { workers }: { readonly workers: Workers }): Promise<string> {
  const json = await printInSlices(value)
  if (json.length <= MAX_CHARACTERS_HERE) return printYaml(value)
  return workers.run('print-yaml', json, { deadlineMs: PRINT_DEADLINE_MS })
}
