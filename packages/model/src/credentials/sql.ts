import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const sqlCredential = defineCredentialType({
  id: 'sql',
  purpose: 'sql',
  name: 'SQL database',
  description: 'The address of a database with user and password.',
  bindsHosts: false,
  fields: Type.Object(
    {
      connection: secret({
        title: 'Connection',
        minLength: 1,
        maxLength: 8192,
        placeholder: 'postgres://user:password@host/database',
      }),
    },
    { additionalProperties: false },
  ),
})
