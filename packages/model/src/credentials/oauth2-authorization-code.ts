import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'
import { ClientAuthentication, ClientId, OAuthUrl, Scopes } from './oauth2-fields.ts'

export const oauth2AuthorizationCode = defineCredentialType({
  id: 'oauth2_authorization_code',
  purpose: 'http',
  name: 'OAuth 2.0 (authorization code)',
  description: 'A person connects an account in the browser; access tokens are sent as bearer tokens and refreshed.',
  bindsHosts: true,
  addressFields: ['tokenUrl', 'revocationUrl'],
  grant: 'authorization_code',
  tokenFields: ['authorizationUrl', 'tokenUrl', 'revocationUrl', 'clientId', 'scopes', 'authorizationParameters'],
  fields: Type.Object(
    {
      authorizationUrl: OAuthUrl({ title: 'Authorization URL', placeholder: 'https://login.example/oauth2/authorize' }),
      tokenUrl: OAuthUrl({ title: 'Token URL', placeholder: 'https://login.example/oauth2/token' }),
      clientId: ClientId,
      clientSecret: Type.Optional(secret({ title: 'Client secret', minLength: 1, maxLength: 16_384 })),
      scopes: Type.Optional(Scopes),
      authorizationParameters: Type.Optional(
        Type.String({
          title: 'Authorization parameters',
          maxLength: 2048,
          pattern: '^[^\\s&=?#]+=[^\\s&=#]*(?:&[^\\s&=?#]+=[^\\s&=#]*)*$',
          placeholder: 'access_type=offline&prompt=consent',
        }),
      ),
      clientAuthentication: Type.Optional(ClientAuthentication),
      revocationUrl: Type.Optional(
        OAuthUrl({ title: 'Revocation URL', placeholder: 'https://login.example/oauth2/revoke' }),
      ),
    },
    { additionalProperties: false },
  ),
  headers: ({ accessToken = '' }) => ({ authorization: `Bearer ${accessToken}` }),
})
