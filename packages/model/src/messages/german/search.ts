/** Finds English messages by a part of their German text, for searches in stored messages, which are English. */
import { parseTemplate } from '../message-template.ts'
import { createTranslator, type TranslateMessage } from '../translator.ts'
import { germanMessages } from './german.ts'

/** Texts that all occur in a message, in any order and case. */
export type MessageParts = readonly string[]

/** Each is a condition of the search; more would make it slow. */
const MAX_MESSAGES = 60
/** Fixed characters of a German message that a text must have: fewer occur in any message. */
const MIN_FIXED = 8
/** Messages in messages: deeper ones are not found by parts. */
const MAX_DEPTH = 2

interface Prepared {
  readonly toEnglish: TranslateMessage
  /** The fixed texts of every message: the English ones, and the German ones in lower case. */
  readonly messages: readonly { readonly english: readonly string[]; readonly german: readonly string[] }[]
}

let prepared: Prepared | undefined

function prepare(): Prepared {
  const pairs = [...germanMessages()]
  const swapped = pairs.flatMap(([english, german]) => (english === german ? [] : [[german, english] as const]))
  return {
    toEnglish: createTranslator({ texts: swapped, value: unquoted }),
    messages: pairs.map(([english, german]) => ({
      english: parseTemplate(english).texts.map((text) => text.trim()),
      german: parseTemplate(german).texts.map((text) => text.toLowerCase()),
    })),
  }
}

/** The English messages whose German text contains this text; none if it is not part of a German message. */
export function englishOfGerman(text: string): readonly MessageParts[] {
  return messagesWith(text.trim(), new Map(), MAX_DEPTH)
}

/** Messages in values of messages are looked up once. */
type Known = Map<string, readonly MessageParts[]>

function messagesWith(text: string, known: Known, depth: number): readonly MessageParts[] {
  const before = known.get(text)
  if (before !== undefined || text === '') return before ?? []
  prepared ??= prepare()
  const { toEnglish, messages } = prepared
  const whole = toEnglish(text)
  const found: MessageParts[] = whole === text ? [] : [[whole]]
  const matches = messages.flatMap(({ english, german }) => {
    const values = valuesIn(text, german)
    if (values === undefined) return []
    // A value that is a message itself counts as much as a fixed text.
    const unknown = values.filter((value) => toEnglish(value) === value).join('').length
    const isSpecific = values.length === 0 || text.length - unknown >= MIN_FIXED
    return isSpecific ? [{ english, values, unknown }] : []
  })
  // The messages that contain most of the text are the likeliest.
  for (const { english, values } of matches.sort(
    (a, b) => a.unknown - b.unknown || a.values.length - b.values.length,
  )) {
    if (found.length >= MAX_MESSAGES) break
    const inEnglish = values.map((value) => [
      [unquoted(toEnglish(value))],
      ...(depth === 0 || value.length < MIN_FIXED ? [] : messagesWith(value, known, depth - 1)),
    ])
    found.push(...combined(english, inEnglish))
  }
  known.set(text, found)
  return found
}

/** The parts of a message with its values as they are, then each with one value that is a message itself. */
function combined(fixed: readonly string[], values: readonly (readonly MessageParts[])[]): MessageParts[] {
  const plain = values.map(([first = []]) => first)
  const nested = values.flatMap((alternatives, at) => alternatives.slice(1).map((one) => plain.with(at, one)))
  return [plain, ...nested].map((parts) => [...fixed, ...parts.flat()].filter((part) => part !== ''))
}

/** The values in a text that is a part of a message with these fixed texts; undefined if it is not. */
function valuesIn(text: string, fixed: readonly string[]): readonly string[] | undefined {
  const sought = text.toLowerCase()
  if (fixed.some((part) => part.includes(sought))) return []
  for (const [at, part] of fixed.entries()) {
    const start = overlap(sought, part, 'start')
    // Without an overlap the text begins in the slot after this fixed text.
    const after = fixed.slice(at + 1)
    const values = restOf(text.slice(start), after) ?? (start > 0 ? restOf(text, after) : undefined)
    if (values !== undefined && values.join('') !== text) return values
  }
  return undefined
}

/** The values in a text that begins in the slot before the first of these fixed texts. */
function restOf(text: string, fixed: readonly string[]): string[] | undefined {
  const values: string[] = []
  let rest = text
  for (const part of fixed) {
    const found = part === '' ? -1 : rest.toLowerCase().indexOf(part)
    const end = found < 0 ? overlap(rest.toLowerCase(), part, 'end') : 0
    values.push((found < 0 ? rest.slice(0, rest.length - end) : rest.slice(0, found)).trim())
    rest = found < 0 ? '' : rest.slice(found + part.length)
    if (rest === '') return values
  }
  return undefined
}

/** How much of the start (or end) of a text is the end (or start) of a fixed text. */
function overlap(text: string, fixed: string, side: 'start' | 'end'): number {
  for (let length = Math.min(text.length, fixed.length); length > 0; length--) {
    if (side === 'start' ? text.startsWith(fixed.slice(-length)) : text.endsWith(fixed.slice(0, length))) return length
  }
  return 0
}

function unquoted(value: string): string {
  return value.replace(/„([^“]*)“/g, '"$1"')
}
