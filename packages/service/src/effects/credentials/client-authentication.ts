import type { CredentialValues } from '@millrace/model'
import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from 'oauth4webapi'

/** How the client of a credential signs in at the endpoints of its provider. A public client has no secret. */
export function clientAuthentication({ clientSecret = '', clientAuthentication: way }: CredentialValues): ClientAuth {
  if (clientSecret === '') return None()
  return way === 'post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
}
