/**
 * Translates messages by their English templates. The API, journals and logs hold English messages only, which programs
 * can rely on; they are translated where a person reads them. A message without a translation stays as it is.
 */
import { type ParsedTemplate, parseTemplate, type Slot } from './message-template.ts'

export type TranslateMessage = (message: string) => string

interface Translation extends ParsedTemplate {
  readonly to: ParsedTemplate
  /** The number of fixed characters: of several templates that fit, the one with the most is meant. */
  readonly size: number
}

/** Templates are looked up by their first characters. */
const HEAD = 3
/** The text before "failed" may be anything; only the name of a host makes it a message of ours. */
const HOST = /^(?:[\w-]+[.:])+[\w-]+$|^\[[\da-f:]+\](?::\d+)?$|^localhost$/i
/** One word is a value: only a part of a message is so short. */
const IS_WORD = /^\p{Ll}\S*$/u
/** Messages in messages: deeper ones stay as they are. */
const MAX_DEPTH = 5

/** The translations by English template, and how values such as quoted names are written in the language. */
export interface MessageLanguage {
  readonly texts: Iterable<readonly [english: string, translation: string]>
  readonly value: (value: string) => string
}

export function createTranslator({ texts, value: shown }: MessageLanguage): TranslateMessage {
  const byHead = new Map<string, Translation[]>()
  for (const [english, translation] of texts) {
    const parsed = parseTemplate(english)
    const [first = ''] = parsed.texts
    const head = first.slice(0, HEAD)
    const size = parsed.texts.join('').length
    const one = { ...parsed, to: parseTemplate(translation), size }
    const isWhole = parsed.slots.length === 0 || first.length >= HEAD
    byHead.set(isWhole ? head : '', [...(byHead.get(isWhole ? head : '') ?? []), one])
  }
  for (const list of byHead.values()) list.sort((a, b) => b.size - a.size)

  const translated = (message: string, depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return undefined
    // A template that begins with a text is more specific than one that begins with a slot.
    for (const one of [...(byHead.get(message.slice(0, HEAD)) ?? []), ...(byHead.get('') ?? [])]) {
      const values = valuesIn(message, one)
      const result = values && written(one, values, depth)
      if (result !== undefined) return result
    }
    return undefined
  }

  /** The translation with its values; undefined if a value that must be a message is not one. */
  const written = (one: Translation, values: readonly string[], depth: number): string | undefined => {
    const byName = new Map<string, string>()
    for (const [at, { name, holds }] of one.slots.entries()) {
      const value = values[at] ?? ''
      if (holds === 'a host' && !HOST.test(value)) return undefined
      const inner = holds === 'value' || holds === 'a host' ? shown(value) : translated(value, depth + 1)
      if (inner === undefined && holds === 'a message') return undefined
      byName.set(name, inner ?? value)
    }
    return one.to.texts.reduce((text, next, at) => text + (byName.get(one.to.slots[at - 1]?.name ?? '') ?? '') + next)
  }

  return (message) => {
    if (IS_WORD.test(message)) return message
    return translated(message, 0) ?? asSentence(message, (part) => translated(part, 0)) ?? message
  }
}

/** A message that was made a sentence, with a capital letter or a full stop. */
function asSentence(message: string, translated: (part: string) => string | undefined): string | undefined {
  if (!message.includes(' ')) return undefined
  const isStopped = message.endsWith('.')
  const part = isStopped ? message.slice(0, -1) : message
  const found =
    (isStopped ? translated(part) : undefined) ?? capital(translated(part.charAt(0).toLowerCase() + part.slice(1)))
  return found === undefined ? undefined : found + (isStopped ? '.' : '')
}

function capital(text: string | undefined): string | undefined {
  return text && text.charAt(0).toUpperCase() + text.slice(1)
}

/** The values of the slots, or undefined if the message does not have this template. Takes time linear in the message. */
function valuesIn(message: string, { texts, slots }: { texts: readonly string[]; slots: readonly Slot[] }) {
  const [first = ''] = texts
  if (!message.startsWith(first)) return undefined
  if (slots.length === 0) return message === first ? [] : undefined
  const last = texts.at(-1) ?? ''
  const end = message.length - last.length
  if (end < first.length || !message.endsWith(last)) return undefined
  const values: string[] = []
  let from = first.length
  for (const text of texts.slice(1, -1)) {
    const at = message.indexOf(text, from)
    if (at < 0 || at + text.length > end) return undefined
    values.push(message.slice(from, at))
    from = at + text.length
  }
  return [...values, message.slice(from, end)]
}

/** Translates a text of several lines, such as an answer in Markdown, line by line. */
export function translatedLines(text: string, translate: TranslateMessage): string {
  return text
    .split('\n')
    .map((line) =>
      translate(line) === line ? line.replace(ITEM, (_, mark, rest) => mark + translate(rest)) : translate(line),
    )
    .join('\n')
}

const ITEM = /^(- )(.*)$/
