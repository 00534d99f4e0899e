/** The ways to sign in that the service offers besides an API token. */
import type { SignInMethods } from '@millrace/model'
import { pathPrefix } from '../platform/public-address.ts'
import type { PlatformServices } from '../platform/services.ts'
import type { IdentityServices } from './services.ts'

type Needs = Pick<PlatformServices & IdentityServices, 'passwords' | 'oidc' | 'config'>

export async function signInMethods({ passwords, oidc, config }: Needs): Promise<SignInMethods> {
  const provider = oidc === undefined ? null : { name: oidc.name, url: `${pathPrefix(config)}/sign-in/oidc` }
  return { password: await passwords.areUsed(), provider }
}
