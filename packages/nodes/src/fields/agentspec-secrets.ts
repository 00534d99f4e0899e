/**
 * Secrets of the components inside an Agent Spec node. Each value is stored encrypted and never exported; credentials are
 * names of stored ones.
 */
import { type CredentialPurpose, credentialTypesFor, type Keywords, Type } from '@millrace/model'
import { credentialPicker } from './credential-field.ts'
import { connection } from './model-fields.ts'

const Secret = Type.String({ format: 'hidden', maxLength: 100_000 })

/** The names of stored credentials by component id. */
function credentialMap(purpose: CredentialPurpose, keywords: Keywords) {
  return Type.Optional(
    Type.Record(Type.String({ maxLength: 200, 'x-expression': false }), {
      ...keywords,
      'x-section': 'advanced',
      'x-credential': credentialTypesFor(purpose),
      // Fixed in the workflow, so that everyone sees which credentials it uses.
      'x-expression': false,
      format: 'json',
    }),
  )
}

/** The connection or the API key of the node's model. */
export const modelKey = {
  connection,
  api_key: Type.Optional(
    Type.String({
      title: 'API key',
      description: 'For an LLM configuration that is defined in this node.',
      format: 'hidden',
      maxLength: 10_000,
      'x-show-when': { connection: '' },
    }),
  ),
}

/** The credential of a call, and headers whose values must stay secret. */
export const secretHeaders = {
  credential: Type.Optional(
    credentialPicker('http', {
      title: 'Credential',
      description: 'A stored credential. It is sent only to the hosts that it names.',
      placeholder: 'None',
    }),
  ),
  secret_headers: Type.Optional(
    Type.Record(Secret, {
      title: 'Secret headers',
      description: 'Header names and values. Sent with the other headers and stored encrypted.',
      format: 'json',
    }),
  ),
}

/** Credentials and secrets of components nested deeper in the node. */
export const innerSecrets = {
  component_credentials: credentialMap('http', {
    title: 'Credentials of nested components',
    description: 'Names of credentials by the id of the remote tool, API node or MCP transport.',
  }),
  component_connections: credentialMap('model', {
    title: 'Connections of nested components',
    description: 'Names of connections by the id of the LLM configuration.',
  }),
  secrets: Type.Optional(
    Type.Record(Secret, {
      title: 'Secrets of nested components',
      'x-section': 'advanced',
      description: 'Keyed by component id and field path: `/weather/sensitive_headers/Authorization`.',
      format: 'json',
    }),
  ),
}
