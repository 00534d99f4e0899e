/**
 * How ids are written in a line. Plain ones unchanged; an id with a blank, and a node id with a colon, as a JSON text in
 * double quotes. The public editor cannot parse the quoted form, so its dialect cannot name such a node.
 */
import type { PortRef } from '../ports/handle.ts'

const BLANK = /\s/

/** A node id, a type or a name as one word of a line. Undefined if the dialect cannot write it. */
export function wordText(id: string, mayQuote: boolean): string | undefined {
  if (isPlain(id) && !id.includes(':')) return id
  return mayQuote && id !== '' ? JSON.stringify(id) : undefined
}

/** The part after the colon; it may contain further colons. */
function afterColon(id: string, mayQuote: boolean): string | undefined {
  if (isPlain(id)) return id
  return mayQuote && id !== '' ? JSON.stringify(id) : undefined
}

/** `node:port`, or `node:key`. */
export function refText({ node, port }: PortRef, mayQuote: boolean): string | undefined {
  const [before, behind] = [wordText(node, mayQuote), afterColon(port, mayQuote)]
  return before === undefined || behind === undefined ? undefined : `${before}:${behind}`
}

function isPlain(id: string): boolean {
  return id !== '' && !id.startsWith('"') && !id.includes('"""') && !BLANK.test(id)
}

/** The JSON text in double quotes that starts at `at`, and its end; undefined if there is none. */
export function quotedAt(text: string, at: number): { value: string; end: number } | undefined {
  if (text[at] !== '"') return undefined
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  if (text[end] !== '"') return undefined
  try {
    return { value: JSON.parse(text.slice(at, end + 1)) as string, end: end + 1 }
  } catch {
    return undefined
  }
}

/** A text that extends to the end of its line; undefined if a line cannot contain it. */
export function restText(text: string): string | undefined {
  return text !== '' && text === text.trim() && !/[\r\n]/.test(text) && !text.includes('"""') ? text : undefined
}
