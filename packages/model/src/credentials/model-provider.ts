import { PROVIDERS } from '../ai/providers.ts'
import { choice, secret, Type } from '../schema.ts'
import { defineCredentialType } from './credential-type.ts'

export const modelProviderCredential = defineCredentialType({
  id: 'model_provider',
  purpose: 'model',
  name: 'Model provider',
  description: 'The key and, if needed, the address of a model provider.',
  bindsHosts: false,
  addressFields: ['provider', 'baseUrl'],
  fields: Type.Object(
    {
      provider: choice(
        PROVIDERS.filter((provider) => provider !== 'echo'),
        { title: 'Provider' },
      ),
      baseUrl: Type.Optional(
        Type.String({ title: 'Base URL', maxLength: 2048, placeholder: 'https://models.example/v1' }),
      ),
      apiKey: Type.Optional(secret({ title: 'API key', maxLength: 4096 })),
    },
    { additionalProperties: false },
  ),
})
