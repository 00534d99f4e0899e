import type { Auth } from './auth.ts'

export interface IdentityServices {
  readonly auth: Auth
}
