/** Adds the trace context of a step to the requests of a library. */
import type { TraceHeaders } from '../../platform/trace-context.ts'

type Fetch<Input> = (input: Input, init?: RequestInit) => Promise<Response>

/** A request that has a `traceparent` of its own keeps it. */
export function tracedFetch<Input>(fetch: Fetch<Input>, trace: TraceHeaders | undefined): Fetch<Input> {
  if (trace === undefined) return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers)
    if (headers.has('traceparent')) return fetch(input, init)
    // The state belongs to its traceparent.
    headers.delete('tracestate')
    for (const [name, value] of Object.entries(trace)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }
}
