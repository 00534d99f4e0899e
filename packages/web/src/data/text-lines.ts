/** Text split into short lines, so that only the visible ones are rendered. Pure. */

/** Longer lines are split: one line without breaks may have a million characters. */
const MAX_LINE = 1000

export function textLines(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line.length <= MAX_LINE) lines.push(line)
    else for (let at = 0; at < line.length; at += MAX_LINE) lines.push(line.slice(at, at + MAX_LINE))
  }
  return lines
}

/** The positions of the lines that contain the query. */
export function matchingLines(lines: readonly string[], query: string): number[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  return lines.flatMap((line, at) => (line.toLowerCase().includes(wanted) ? [at] : []))
}

/** A text in parts; every second part is a match. */
export function matchParts(text: string, query: string): string[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return [text]
  const parts: string[] = []
  const lower = text.toLowerCase()
  // Lower case may have another length in rare scripts; then nothing is highlighted.
  if (lower.length !== text.length) return [text]
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length))
    from = at + wanted.length
  }
  return [...parts, text.slice(from)]
}
