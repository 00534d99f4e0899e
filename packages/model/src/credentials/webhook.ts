import { secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const webhookCredential = defineCredentialType({
  id: 'webhook',
  purpose: 'webhook',
  name: 'Webhook secret',
  description: 'A secret that callers of webhooks send, or sign their calls with.',
  // It is compared with what callers send and never sent itself.
  bindsHosts: false,
  fields: Type.Object(
    { secret: secret({ title: 'Secret', minLength: 1, maxLength: 10_000 }) },
    { additionalProperties: false },
  ),
})
