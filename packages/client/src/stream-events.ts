/**
 * Server-Sent Events over `fetch`: `EventSource` cannot send headers and is missing in Node. A lost connection is opened
 * again with growing pauses and resumes after the last event that had an id.
 */
import { ApiError } from './api-error.ts'
import { createEventParser, type RawEvent } from './event-parser.ts'
import type { StreamEvent, StreamOptions } from './types.ts'

const PAUSES_MS = [500, 1000, 2000, 4000, 8000]

/** Opens the stream once, with the headers of this attempt. */
export type Open = (headers: Readonly<Record<string, string>>) => Promise<Response>

/**
 * Ends after the event `end`, or quietly when the signal aborts. Throws `ApiError` if the service refuses the request;
 * a failure that may pass (no reply, a status of 500 or more, 429) is tried again.
 */
export async function* streamEvents(open: Open, options: StreamOptions): AsyncGenerator<StreamEvent, void, undefined> {
  const { signal, onConnection } = options
  let lastEventId = options.lastEventId
  let failures = 0
  while (!signal?.aborted) {
    let retryAfterMs = 0
    try {
      const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
      const response = await open({ ...options.headers, Accept: 'text/event-stream', ...resume })
      onConnection?.(true)
      failures = 0
      for await (const { event, data, id } of eventsIn(response)) {
        lastEventId = id ?? lastEventId
        yield { event, data: parsed(data), id }
        if (event === 'end') return
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isFinal(error)) throw error
      retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
    }
    if (signal?.aborted) return
    onConnection?.(false)
    const pauseMs = PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0
    await pause(Math.max(pauseMs, retryAfterMs), signal)
  }
}

/** Waiting does not help against a refusal. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

async function* eventsIn(response: Response): AsyncGenerator<RawEvent, void, undefined> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const parse = createEventParser()
  try {
    while (true) {
      const { value, done } = await reader.read()
      if (done) return
      yield* parse(value)
    }
  } finally {
    // Closes the connection if the caller stopped early.
    reader.cancel().catch(() => undefined)
  }
}

/** The service sends JSON; anything else is passed on as text. */
function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
