/**
 * Server-Sent Events over `fetch`, because the browser's own EventSource cannot send headers. Goes on where it stopped:
 * the id of the last event is sent back, and lost connections are tried again with growing pauses. A page that nobody
 * looks at gives its connection back: a browser has only a few for one service, and shares them among all its windows.
 */
import { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { untilVisible, whileVisible } from './visibility.ts'

export interface StreamEvent {
  /** `message` unless the service names it. */
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

export interface StreamOptions {
  readonly signal: AbortSignal
  readonly onEvent: (event: StreamEvent) => void
  /** Events that mean that nothing more will come; the stream is then not opened again. */
  readonly endsWith?: readonly string[]
  readonly lastEventId?: string
  /** Whether the connection is up. */
  readonly onConnection?: (isUp: boolean) => void
}

const PAUSES_MS = [500, 1000, 2000, 4000, 8000]

/** Resolves when the stream has ended or the signal aborts; rejects with `ApiError` when the service refuses. */
export async function watchEvents(client: Client, path: string, options: StreamOptions): Promise<void> {
  const { signal, endsWith = ['end'] } = options
  let lastId = options.lastEventId
  let failures = 0
  while (!signal.aborted) {
    await untilVisible(signal)
    const connection = whileVisible(signal)
    let isOver = false
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }) }
      const response = await client.fetch(path, { headers, signal: connection.signal })
      options.onConnection?.(true)
      failures = 0
      for await (const event of eventsIn(response)) {
        if (event.id !== undefined) lastId = event.id
        options.onEvent(event)
        if (endsWith.includes(event.event)) isOver = true
      }
    } catch (error) {
      if (signal.aborted) return
      // Nobody looks: it goes on as soon as somebody does.
      if (connection.signal.aborted) continue
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) throw error
    } finally {
      connection.done()
    }
    if (isOver) return
    if (connection.signal.aborted) continue
    options.onConnection?.(false)
    await pause(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 8000, signal)
  }
}

async function* eventsIn(response: Response): AsyncGenerator<StreamEvent> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = eventParser()
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      yield* parser(value)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** Takes pieces of text as they arrive and gives the events that are complete. */
export function eventParser(): (chunk: string) => StreamEvent[] {
  let rest = ''
  return (chunk) => {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => eventOf(block) ?? [])
  }
}

function eventOf(block: string): StreamEvent | undefined {
  let event = 'message'
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const cut = line.indexOf(':')
    if (cut === 0) continue
    const [field, value] = cut < 0 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1).replace(/^ /, '')]
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return data.length === 0 && event === 'message' ? undefined : { event, id, data: data.join('\n') }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
