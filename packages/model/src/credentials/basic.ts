import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const basicCredential = defineCredentialType({
  id: 'basic',
  purpose: 'http',
  name: 'User and password',
  description: 'Sends a user name and a password (HTTP basic authentication).',
  bindsHosts: true,
  fields: Type.Object(
    {
      // A colon would end the user name.
      user: Type.String({ title: 'User', minLength: 1, maxLength: 1024, pattern: '^[^:\\u0000-\\u001f]+$' }),
      password: secret({ title: 'Password', minLength: 1, maxLength: 16_384 }),
    },
    { additionalProperties: false },
  ),
  headers: ({ user = '', password = '' }) => ({ authorization: `Basic ${base64(`${user}:${password}`)}` }),
})

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
