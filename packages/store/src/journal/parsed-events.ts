/**
 * Parses the events of a history without blocking the event loop: a long text is cut between two events, and the event
 * loop runs between the parts.
 */
import type { ExecutionEvent } from '@millrace/engine'
import { TimeSlice } from '@millrace/model'

/** Characters of a part: about 2 ms of parsing. */
const PART = 128 * 1024

/** The start of every event but the first. */
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
 * The boundary may also occur inside an event, in a nested object. A part that is cut there has unclosed brackets and is
 * never valid JSON, so a part that parses was cut at the end of an event; otherwise a longer part is tried.
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
