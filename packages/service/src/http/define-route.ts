/**
 * A route is one value in one file: what it takes, who may call it, how it answers, and the few lines that do it.
 * Checks in and out, the access check, the answer's form and the OpenAPI document follow from it.
 */
import type { ErrorCode, Permission, Schema, Static } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { HttpServices } from './http-services.ts'
import type { Reply, Result } from './reply.ts'

export {
  answer,
  bare,
  bareList,
  done,
  encodedEnvelope,
  encodedList,
  envelope,
  envelopeList,
  envelopeWithWarnings,
  eventStream,
  jsonList,
  jsonText,
  page,
  socketMessages,
  text,
} from './reply.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call: everybody, or a caller whose role has the permission. */
export type Access = 'open' | Permission

/** A request that has passed every check of its route. */
export interface RouteRequest<P = unknown, Q = unknown, B = unknown> {
  readonly id: string
  readonly method: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly caller: Caller
  /** Everything after the `?`, for a route that takes any query. */
  readonly search: string
  /** The bytes of the body, for a route with `rawBody`. To be called once, after all that can be checked without it. */
  readonly readBody: (maxBytes?: number) => Promise<Buffer>
  /** Aborts when the client has gone, for a route that waits. */
  readonly gone: () => AbortSignal
}

/** A request and its answer as they are shown in the OpenAPI document; a test holds them against the schemas. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** The payload: `data` of an envelope, or the whole of a bare answer. */
  readonly reply?: unknown
}

/** What is the same for every route, whatever its types. */
interface RouteFacts {
  /** Unique; the operationId of the OpenAPI document. */
  readonly operation: string
  readonly method: Method
  /** Below the base path unless `mount` says otherwise; parameters as `:name`, and as `:name*` for all of the rest. */
  readonly path: string
  /** Other paths that answer just the same, mounted likewise. */
  readonly aliases?: readonly string[]
  /** Further paths that lie at the root, wherever the base path is: some clients have them built in. */
  readonly rootAliases?: readonly string[]
  /** `prefix` (the default): below the base path. `root`: at the root. `both`: at both. */
  readonly mount?: 'prefix' | 'root' | 'both'
  readonly access: Access
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** Codes it may refuse with, beside those that follow from the rest of the route. */
  readonly errors: readonly ErrorCode[]
  readonly status?: 200 | 201 | 202
  /** Other statuses that are no refusal, and what they say. */
  readonly alsoAnswers?: Readonly<Record<number, string>>
  readonly example?: RouteExample
  /** Takes `?ticket=` as a credential, since a browser can send no header when it opens a stream. */
  readonly streaming?: boolean
  /** Turns YAML text into the value that `body` is checked against; without it only JSON is taken. */
  readonly yaml?: (text: string, services: HttpServices) => unknown
  /** Largest body in bytes, where that is less than the setting allows: strangers are read before they are known. */
  readonly maxBodyBytes?: number
  /** Takes a whole workflow or flow: bodies may be as large as the setting allows. Others take a quarter of that. */
  readonly takesDocument?: boolean
  /** Takes launch `inputs` beside the document: they may be as large as a body without a document. */
  readonly takesInputs?: boolean
  /** Takes a body of any kind and reads it itself, with `readBody`. */
  readonly rawBody?: boolean
}

/** A route as the rest of `http` sees it; `S` are the services that it uses. A `Route<never>` may use any. */
export interface Route<S = never> extends RouteFacts {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly bodyOptional?: boolean
  readonly reply: Reply
  readonly handle: (request: RouteRequest, services: S) => unknown
}

interface RouteDefinition<S, P extends Schema, Q extends Schema, B extends Schema, O extends boolean, R>
  extends RouteFacts {
  readonly params?: P
  /** Parsed from text by the schema. A property with a `default` is always there. */
  readonly query?: Q
  /** Does not fit: 422. */
  readonly body?: B
  /** An empty body is allowed and arrives as undefined. */
  readonly bodyOptional?: O
  readonly reply: Reply<R>
  handle(
    request: RouteRequest<Static<P>, Static<Q>, O extends true ? Static<B> | undefined : Static<B>>,
    services: S,
  ): Result<NoInfer<R>> | Promise<Result<NoInfer<R>>>
}

type Nothing = Schema<Record<never, never>>

/**
 * Declares a route. The file's default export; the folder is the registry. `handle` names the services that it uses by
 * the type of its second parameter.
 */
export function defineRoute<
  R,
  S = unknown,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Schema<undefined>,
  O extends boolean = false,
>(route: RouteDefinition<S, P, Q, B, O, R>): Route<S> {
  return Object.freeze(route) as unknown as Route<S>
}
