/** The text format of Server-Sent Events. */

export interface RawEvent {
  /** `message` unless the service names it. */
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

/** Takes pieces of text as they arrive and returns the events that are complete. */
export function createEventParser(): (chunk: string) => RawEvent[] {
  let rest = ''
  let fields: string[] = []
  return (chunk) => {
    const events: RawEvent[] = []
    // Only the new text is searched: a long line may arrive in many chunks.
    const lines = chunk.split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop() ?? ''
    for (const line of lines) {
      // A carriage return may end one chunk and its line feed begin the next.
      const field = line.endsWith('\r') ? line.slice(0, -1) : line
      if (field !== '') {
        fields.push(field)
        continue
      }
      const event = eventOf(fields)
      if (event !== undefined) events.push(event)
      fields = []
    }
    return events
  }
}

function eventOf(fields: readonly string[]): RawEvent | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of fields) {
    const cut = line.indexOf(':')
    // A line that starts with a colon is a comment.
    if (cut === 0) continue
    const [field, value] = cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1).replace(/^ /, '')]
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return data.length === 0 && event === 'message' ? undefined : { event, id, data: data.join('\n') }
}
