/** In tests, checks every event of a stream and every message of a socket against the schemas of its route. */
import { issuesOf, type Schema } from '@millrace/model'
import type { Route } from './define-route.ts'
import { EventStream, type StreamMessage } from './event-stream.ts'
import { FileStream } from './file-stream.ts'
import { SocketStream } from './websocket.ts'

/** Receives the violations of the schemas. */
export type Report = (complaint: string) => void

/** Returns the same stream; at the first event that violates the route, it reports it and ends. */
export function checkedStream<S extends EventStream | FileStream>(route: Route, stream: S, report: Report): S
export function checkedStream(route: Route, stream: EventStream | FileStream, report: Report) {
  if (stream instanceof FileStream) return ofType(route, stream)
  const { events, messages } = route.reply
  const declared = events ?? messages
  if (declared === undefined) return stream
  const refuse = (complaint: string) => {
    report(`${route.operation} ${complaint}`)
    throw new Error(`${route.operation} ${complaint}`)
  }
  const check = (event: string, data: string) => {
    const complaint = misfit(declared, event, data)
    if (complaint !== undefined) refuse(complaint)
  }
  if (stream instanceof SocketStream) return checkedSocket(stream, check)
  return new EventStream(({ send, pass, signal }) => {
    const frames = new Frames(({ event, data }) => check(event, data))
    return stream.run({
      signal,
      send: async (message) => {
        check(message.event, message.data)
        await send(message)
      },
      pass: async (printed) => {
        frames.add(printed)
        await pass(printed)
      },
    })
  })
}

function ofType({ operation, reply }: Route, file: FileStream): FileStream {
  const isDeclared = reply.types.some((type) => file.type.startsWith(type))
  if (!isDeclared) throw new Error(`${operation} sent a file of the type ${file.type}, which it does not declare`)
  return file
}

function checkedSocket(stream: SocketStream, check: (event: string, data: string) => void): SocketStream {
  return new SocketStream(({ send, signal }) =>
    stream.serve({
      signal,
      send: async (text) => {
        const { type } = JSON.parse(text) as { type?: unknown }
        check(String(type), text)
        await send(text)
      },
    }),
  )
}

function misfit(events: Readonly<Record<string, Schema>>, event: string, data: string): string | undefined {
  const schema = Object.hasOwn(events, event) ? events[event] : undefined
  if (schema === undefined) return `sent the event ${event}, which it does not declare`
  const issues = issuesOf(schema, JSON.parse(data))
  if (issues.length === 0) return undefined
  return `sent ${event} that does not match its schema: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`
}

/** Finds the events in serialised text that arrives in chunks. */
class Frames {
  #text = ''
  readonly #found: (message: StreamMessage) => void

  constructor(found: (message: StreamMessage) => void) {
    this.#found = found
  }

  add(text: string): void {
    const frames = (this.#text + text).split('\n\n')
    this.#text = frames.pop() ?? ''
    for (const frame of frames) {
      const data = fieldOf(frame, 'data')
      if (data !== '') this.#found({ event: fieldOf(frame, 'event') || 'message', data })
    }
  }
}

function fieldOf(frame: string, field: string): string {
  return new RegExp(`^${field}: ?(.*)$`, 'm').exec(frame)?.[1] ?? ''
}
