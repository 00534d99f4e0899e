import type { Caller } from '../platform/caller.ts'
import type { PlatformServices } from '../platform/services.ts'

/** The credentials that a request brings. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string | undefined
  /** The X-API-Key header. */
  readonly apiKey?: string | undefined
  /** The value of our cookie. */
  readonly session?: string | undefined
  /** `?ticket=`, only on routes that stream. */
  readonly ticket?: string | undefined
}

/** Recognises callers; `identity` provides it. */
export interface Authenticator {
  /** The caller, or a Problem with UNAUTHORIZED. Synchronous for credentials that were verified a moment ago. */
  callerOf(credentials: Credentials): Caller | Promise<Caller>
  /** Calls `end` when the caller's credential is no longer valid; the returned function unsubscribes. */
  whileGood(caller: Caller, end: () => void): () => void
}

/** What the transport itself uses. Routes get more, which `http` passes on without looking at it. */
export interface HttpServices
  extends Pick<PlatformServices, 'config' | 'log' | 'clock' | 'ids' | 'lifecycle' | 'workers'> {
  readonly auth: Authenticator
}
