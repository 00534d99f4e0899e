import { secret, Type, titledChoice } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const smtpCredential = defineCredentialType({
  id: 'smtp',
  purpose: 'mail',
  name: 'Mail server',
  description: 'An SMTP server that sends e-mail, with user and password if it needs them.',
  bindsHosts: false,
  addressFields: ['host', 'port', 'secure'],
  fields: Type.Object(
    {
      host: Type.String({
        title: 'Host',
        maxLength: 253,
        pattern: '^[A-Za-z0-9_.:-]+$',
        placeholder: 'smtp.example.com',
      }),
      port: Type.Optional(Type.String({ title: 'Port', pattern: '^[0-9]{1,5}$', placeholder: '587' })),
      secure: Type.Optional(
        titledChoice(
          {
            starttls: ['STARTTLS', 'Starts unencrypted and requires encryption before it signs in.'],
            tls: ['TLS', 'Encrypted from the start, usually on port 465.'],
            none: ['None', 'Not encrypted: only for a server on the same machine.'],
          },
          { title: 'Encryption', default: 'starttls' },
        ),
      ),
      user: Type.Optional(Type.String({ title: 'User', maxLength: 1024 })),
      password: Type.Optional(secret({ title: 'Password', maxLength: 16_384 })),
    },
    { additionalProperties: false },
  ),
})
