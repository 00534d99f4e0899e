import type { AuditStore } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { ProjectDirectory } from '../platform/project-directory.ts'
import type { PlatformServices } from '../platform/services.ts'

/** The credentials of a request. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string | undefined
  /** The X-API-Key header. */
  readonly apiKey?: string | undefined
  /** The value of the session cookie. */
  readonly session?: string | undefined
  /** `?ticket=`, only on routes that stream. */
  readonly ticket?: string | undefined
}

/** Authenticates callers; `identity` implements it. */
export interface Authenticator {
  /** Returns the caller, or throws a Problem with UNAUTHORIZED. Synchronous for recently verified credentials. */
  callerOf(credentials: Credentials): Caller | Promise<Caller>
  /** Calls `end` when the caller's credential is no longer valid; the returned function unsubscribes. */
  onCredentialEnd(caller: Caller, end: () => void): () => void
}

/** The services of the transport. Routes get more, which `http` passes through. */
export interface HttpServices
  extends Pick<PlatformServices, 'config' | 'log' | 'clock' | 'ids' | 'lifecycle' | 'workers' | 'observation'> {
  readonly auth: Authenticator
  /** Undefined in a service without a database. */
  readonly projects?: Pick<ProjectDirectory, 'projectOf'>
  /** Undefined if nothing is recorded. */
  readonly audit?: Pick<AuditStore, 'write'>
}
