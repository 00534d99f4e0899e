/** Values in messages: long ones are truncated, because a page of messages is read as a whole. */
import { type CutValue, LargeJson } from '@millrace/model'

const MAX_CONTENT_CHARACTERS = 500_000
const MAX_VALUE_CHARACTERS = 16_384
const MAX_VALUES_CHARACTERS = 65_536
const PREVIEW_CHARACTERS = 1024

/** A text for a message; the execution contains the whole of it. */
export function shownText(text: string): string {
  return text.length <= MAX_CONTENT_CHARACTERS ? text : `${text.slice(0, MAX_CONTENT_CHARACTERS)}…`
}

/** Values by name. A long one is truncated as in the pipeline detail, with the address of the whole value. */
export function shownValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  let room = MAX_VALUES_CHARACTERS
  const shown = Object.entries(values).map(([name, value]) => {
    const text = value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
    const isShort = text.length <= Math.min(MAX_VALUE_CHARACTERS, room)
    const part = isShort ? value : cut(text, Math.min(PREVIEW_CHARACTERS, Math.max(0, room)))
    room -= isShort ? text.length : PREVIEW_CHARACTERS
    return [name, part]
  })
  return Object.fromEntries(shown)
}

function cut(text: string, characters: number): CutValue {
  return { $cut: true, characters: text.length, preview: text.slice(0, characters) }
}
