import { matchParts } from './text-lines.ts'

/** A text with the matches of a search highlighted. */
export function MarkedText({ text, query }: { readonly text: string; readonly query: string }) {
  const parts = matchParts(text, query)
  if (parts.length === 1) return text
  let at = 0
  return parts.map((part, number) => {
    const key = at
    at += part.length
    return number % 2 === 1 ? <mark key={`m${key}`}>{part}</mark> : <span key={key}>{part}</span>
  })
}
