import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const bearerCredential = defineCredentialType({
  id: 'bearer',
  purpose: 'http',
  name: 'Bearer token',
  description: 'Sends the header "Authorization: Bearer <token>".',
  bindsHosts: true,
  fields: Type.Object(
    { token: secret({ title: 'Token', minLength: 1, maxLength: 16_384 }) },
    { additionalProperties: false },
  ),
  headers: ({ token = '' }) => ({ authorization: `Bearer ${token}` }),
})
