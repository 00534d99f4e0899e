/**
 * A route is one value in one file: its input, its access rule, its reply and a short handler. Validation, the access
 * check, the form of the reply and the OpenAPI document are derived from it.
 */
import type { AuditAction, ErrorCode, Permission, Schema, Static } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { BodyParts } from './body-parts.ts'
import type { HttpServices } from './http-services.ts'
import type { Answer, JsonText, Prepared, Reply, Result } from './reply.ts'
import type { AuditFacts, RecordChange, RouteAudit } from './request-audit.ts'
import type { Scope } from './route-scope.ts'

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

/** Who may call: all callers, or callers whose role has the permission. */
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
  /** The address of the client. */
  readonly from: string
  /** The query string, for a route that accepts any query. */
  readonly search: string
  /** Reads the body, for a route with `rawBody`. Call it once, after all checks that do not need it. */
  readonly readBody: (maxBytes?: number) => Promise<Buffer>
  /** Names the execution that the request started, for the access log. */
  readonly concerns: (execution: string) => void
  /** Prints and compresses a reply ahead, such as while a change is written; the handler returns it or drops it. */
  readonly prepare: (reply: Answer<JsonText>) => Prepared
  /** Adds facts to the entry of the route in the audit log. */
  readonly note: (facts: AuditFacts) => void
  /** Writes an entry to the audit log, for a route whose action depends on the request. */
  readonly record: (action: AuditAction, facts: AuditFacts) => Promise<void>
  /** The same for a change, whose entry is written in its transaction if possible. */
  readonly recordChange: RecordChange
  /** Aborts when the client disconnects, for a route that waits. */
  readonly gone: () => AbortSignal
}

/** A request and its reply for the OpenAPI document; a test checks them against the schemas. */
export interface RouteExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  /** The payload: `data` of an envelope, or a whole bare reply. */
  readonly reply?: unknown
}

/** The properties of a route that do not depend on its types. */
interface RouteFacts {
  /** Unique; the operationId of the OpenAPI document. */
  readonly operation: string
  readonly method: Method
  /** Below the base path unless `mount` is set; parameters are `:name`, and `:name*` for the rest of the path. */
  readonly path: string
  /** Other paths of the same route, mounted in the same way. */
  readonly aliases?: readonly string[]
  /** Further paths at the root with any base path: some clients expect them there. */
  readonly rootAliases?: readonly string[]
  /** `prefix` (the default): below the base path. `root`: at the root. `both`: at both. */
  readonly mount?: 'prefix' | 'root' | 'both'
  readonly access: Access
  /** Which members of projects may call it, see project-gate.ts; by default none. */
  readonly scope?: Scope
  /** What it records in the audit log. Every route that is not a GET declares it. */
  readonly audit?: RouteAudit
  /** A setting that lets callers without a credential in, if it is true. */
  readonly openWith?: 'publicOpenapi'
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  /** Error codes it may respond with, in addition to the implied ones (see implied-errors.ts). */
  readonly errors: readonly ErrorCode[]
  readonly status?: 200 | 201 | 202
  /** Further statuses that are not errors, with their descriptions. */
  readonly alsoAnswers?: Readonly<Record<number, string>>
  readonly example?: RouteExample
  /** Accepts `?ticket=` as a credential, because browsers cannot set headers when they open a stream. */
  readonly streaming?: boolean
  /** Parses YAML to the value that `body` is checked against; without it only JSON is accepted. */
  readonly yaml?: (text: string, services: HttpServices) => unknown
  /** Maximum size of the body in bytes, if lower than the setting: for open routes, whose callers are not authenticated. */
  readonly maxBodyBytes?: number
  /** Accepts a whole workflow or flow: the body may be as large as the setting allows. Others accept a quarter of that. */
  readonly takesDocument?: boolean
  /** Accepts launch `inputs` with the document; their limit is that of a body without a document. */
  readonly takesInputs?: boolean
  /** The reply contains a credential, so it is never compressed. */
  readonly hasCredential?: boolean
  /** Replies have an ETag, and 304 if the client has the same content. */
  readonly revalidates?: boolean
  /** Accepts any body and reads it with `readBody`. */
  readonly rawBody?: boolean
}

/** A route as the rest of `http` sees it; `S` are the services that it uses. A `Route<never>` may use any. */
export interface Route<S = never> extends RouteFacts {
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  readonly bodyOptional?: boolean
  readonly reply: Reply
  readonly knownParts?: (params: unknown, services: S) => BodyParts | undefined
  readonly handle: (request: RouteRequest, services: S) => unknown
}

interface RouteDefinition<S, P extends Schema, Q extends Schema, B extends Schema, O extends boolean, R>
  extends RouteFacts {
  readonly params?: P
  /** Parsed from text by the schema. A property with a `default` is always set. */
  readonly query?: Q
  /** A body that does not match it is a 422. */
  readonly body?: B
  /** An empty body is allowed and arrives as undefined. */
  readonly bodyOptional?: O
  readonly reply: Reply<R>
  /** Nodes and edges of the last body, for a route that gets the same document again and again. */
  knownParts?(params: Static<P>, services: S): BodyParts | undefined
  handle(
    request: RouteRequest<Static<P>, Static<Q>, O extends true ? Static<B> | undefined : Static<B>>,
    services: S,
  ): Result<NoInfer<R>> | Promise<Result<NoInfer<R>>>
}

type Nothing = Schema<Record<never, never>>

/**
 * Declares a route, the default export of its file. The second parameter of `handle` declares the services that it uses.
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
