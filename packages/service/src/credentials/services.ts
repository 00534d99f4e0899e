import type { Authorizations } from './authorizations.ts'
import type { Credentials } from './credentials.ts'
import type { Revocations } from './revocations.ts'

export interface CredentialServices {
  readonly credentials: Credentials
  readonly authorizations: Authorizations
  /** Called before a connection or a credential is removed. */
  readonly revocations: Revocations
}
