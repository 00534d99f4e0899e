/** The client: one method per operation of the service, created from a table. */
import { OPERATIONS } from './operation-table.gen.ts'
import type { Operations } from './operations.gen.ts'
import { readReply } from './read-reply.ts'
import { type ClientOptions, createSender, type Query, type Send } from './send.ts'
import { streamEvents } from './stream-events.ts'
import type { StreamOptions } from './types.ts'

export interface Client extends Operations {
  readonly baseUrl: string
  /** Any other request, such as one with YAML as its body, with the credentials and the errors of the client. */
  readonly fetch: Send
}

/** A client of one service. Its methods need no `this` and may be passed around. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const send = createSender({ ...options, baseUrl })
  const methods = Object.entries(OPERATIONS).map(([name, line]) => [name, methodOf(name, line, send)])
  // The interface and the table are printed from the same routes, so each method has the type it is declared with.
  return { ...(Object.fromEntries(methods) as Operations), baseUrl, fetch: send }
}

type Args = Readonly<Record<string, unknown>>
type Method = (args?: Args, options?: StreamOptions) => unknown

function methodOf(name: string, line: string, send: Send): Method {
  const [method, template = '', kind = ''] = line.split(' ')
  if (kind === 'events') {
    return (args = {}, options = {}) => {
      const { path, query } = addressOf(name, template, args)
      return streamEvents((headers) => send(path, { query, headers, signal: options.signal }), options)
    }
  }
  return async (args = {}, { signal, headers } = {}) => {
    const { path, query } = addressOf(name, template, args)
    return readReply(kind, await send(path, { method, query, body: args.body, signal, headers }), args)
  }
}

/** The path with its parameters filled in; all other arguments but `body` belong to the query. */
function addressOf(name: string, template: string, args: Args): { path: string; query: Query } {
  const inPath = new Set(['body'])
  const path = template.replace(/:(\w+)(\*?)/g, (_, parameter: string, rest: string) => {
    inPath.add(parameter)
    const text = String(args[parameter] ?? '')
    const segments = rest === '' ? [text] : text.split('/')
    // Empty and dot segments would address another operation.
    if (segments.some((segment) => /^\.{0,2}$/.test(segment))) throw new TypeError(`${name}: invalid ${parameter}`)
    return segments.map(encodeURIComponent).join('/')
  })
  const query = Object.fromEntries(Object.entries(args).filter(([key]) => !inPath.has(key)))
  return { path, query }
}
