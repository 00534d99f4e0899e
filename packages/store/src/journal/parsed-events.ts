/**
 * Parses the events of a history without holding the event loop: a long one is cut between two events, and other work
 * gets its turn between the parts.
 */
import type { ExecutionEvent } from '@millrace/engine'
import { TimeSlice } from '@millrace/model'

/** Characters of a part; about 2 ms of parsing. */
const PART = 128 * 1024

/** How the text of an event begins when another one precedes it. */
const BOUNDARY = ',{"type":"'

export async function parsedInSlices(text: string): Promise<ExecutionEvent[]> {
  if (text.length <= PART) return JSON.parse(`[${text}]`)
  const events: ExecutionEvent[] = []
  const slice = new TimeSlice()
  for (let from = 0; from < text.length; ) {
    const { part, end } = nextPart(text, from)
    for (const event of part) events.push(event)
    from = end + 1
    await slice.next()
  }
  return events
}

/**
 * A boundary may also be found inside an event, where a value holds objects of its own. A part that is cut there has
 * unclosed brackets and is never valid JSON, so that a part that can be parsed is right; otherwise a longer one is tried.
 */
function nextPart(text: string, from: number): { readonly part: ExecutionEvent[]; readonly end: number } {
  for (let size = PART; ; size *= 2) {
    const found = from + size < text.length ? text.indexOf(BOUNDARY, from + size) : -1
    const end = found < 0 ? text.length : found
    try {
      return { part: JSON.parse(`[${text.slice(from, end)}]`), end }
    } catch (error) {
      if (end === text.length) throw error
    }
  }
}
