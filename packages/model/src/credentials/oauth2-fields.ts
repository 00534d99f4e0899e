/** Fields that the OAuth 2.0 types share. */
import { Type, titledChoice } from '../schema.ts'

export const OAuthUrl = (options: { readonly title: string; readonly placeholder: string }) =>
  Type.String({
    ...options,
    maxLength: 2048,
    // A password in the address would be shown.
    pattern: '^https?://[^\\s@#/?]+(?:[/?][^\\s#]*)?$',
  })

export const ClientId = Type.String({ title: 'Client ID', minLength: 1, maxLength: 1024 })

export const Scopes = Type.String({ title: 'Scopes', maxLength: 2048, placeholder: 'orders.read orders.write' })

export const ClientAuthentication = titledChoice(
  {
    basic: ['Basic', 'In the Authorization header.'],
    post: ['Post', 'In the body of the request.'],
  },
  { title: 'Client authentication', default: 'basic' },
)
