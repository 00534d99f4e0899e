import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const headerCredential = defineCredentialType({
  id: 'header',
  purpose: 'http',
  name: 'Header',
  description: 'Sends a header with a secret value, such as an API key.',
  bindsHosts: true,
  fields: Type.Object(
    {
      header: Type.String({
        title: 'Header',
        pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
        maxLength: 200,
        placeholder: 'X-API-Key',
      }),
      value: secret({ title: 'Value', minLength: 1, maxLength: 16_384 }),
    },
    { additionalProperties: false },
  ),
  headers: ({ header = '', value = '' }) => ({ [header.toLowerCase()]: value }),
})
