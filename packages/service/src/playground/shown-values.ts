/** Values in messages: long ones are cut, because a page of messages is read as a whole. */
import { type CutValue, LargeJson } from '@millrace/model'

const MAX_CONTENT_CHARACTERS = 500_000
const MAX_VALUE_CHARACTERS = 16_384
const MAX_VALUES_CHARACTERS = 65_536
const PREVIEW_CHARACTERS = 1024

/** A text as a message shows it; the whole of it is in the execution. */
export function shownText(text: string): string {
  return text.length <= MAX_CONTENT_CHARACTERS ? text : `${text.slice(0, MAX_CONTENT_CHARACTERS)}…`
}

/** Values by name. A long one is shown as the detail of a pipeline shows it, where all of it can be fetched. */
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
