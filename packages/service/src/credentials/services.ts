import type { Authorizations } from './authorizations.ts'
import type { Credentials } from './credentials.ts'

export interface CredentialServices {
  readonly credentials: Credentials
  readonly authorizations: Authorizations
}
