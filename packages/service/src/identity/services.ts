import type { AuditStore } from '@millrace/store'
import type { Accounts } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { Oidc } from './oidc.ts'
import type { Passwords } from './passwords.ts'
import type { Projects } from './projects.ts'

export interface IdentityServices {
  readonly auth: Auth
  readonly accounts: Accounts
  readonly passwords: Passwords
  /** Undefined without `--oidc-issuer`. */
  readonly oidc: Oidc | undefined
  readonly audit: AuditStore
  readonly projects: Projects
}
