import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'
import { ClientAuthentication, ClientId, OAuthUrl, Scopes } from './oauth2-fields.ts'

export const oauth2ClientCredentials = defineCredentialType({
  id: 'oauth2_client_credentials',
  purpose: 'http',
  name: 'OAuth 2.0 (client credentials)',
  description: 'Fetches an access token with a client id and a client secret, and sends it as a bearer token.',
  bindsHosts: true,
  addressFields: ['tokenUrl'],
  grant: 'client_credentials',
  fields: Type.Object(
    {
      tokenUrl: OAuthUrl({ title: 'Token URL', placeholder: 'https://login.example/oauth2/token' }),
      clientId: ClientId,
      clientSecret: secret({ title: 'Client secret', minLength: 1, maxLength: 16_384 }),
      scopes: Type.Optional(Scopes),
      audience: Type.Optional(Type.String({ title: 'Audience', maxLength: 2048 })),
      clientAuthentication: Type.Optional(ClientAuthentication),
    },
    { additionalProperties: false },
  ),
  headers: ({ accessToken = '' }) => ({ authorization: `Bearer ${accessToken}` }),
})
