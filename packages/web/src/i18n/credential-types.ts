/**
 * Texts of the types of credentials. They are not part of the catalogue, because they are loaded together with the dialog
 * and the settings, and the first load has to stay small.
 */

type ByKey = Readonly<Record<string, string>>

export const englishTypes = {
  types: {
    header: 'Header',
    basic: 'User and password',
    bearer: 'Bearer token',
    oauth2_client_credentials: 'OAuth 2.0 (client credentials)',
    oauth2_authorization_code: 'OAuth 2.0 (authorization code)',
    sql: 'SQL database',
    model_provider: 'Model provider',
    smtp: 'Mail server',
    webhook: 'Webhook secret',
  } as ByKey,
  typeHints: {
    header: 'Sends a header with a secret value, such as an API key.',
    basic: 'Sends a user name and a password (HTTP basic authentication).',
    bearer: 'Sends the header “Authorization: Bearer <token>”.',
    oauth2_client_credentials: 'Fetches access tokens with a client ID and a client secret, and renews them.',
    oauth2_authorization_code:
      'A person connects an account in the browser. Access tokens are fetched for it, sent and refreshed.',
    sql: 'The address of a database with user and password.',
    model_provider: 'The key and, if needed, the address of a model provider.',
    smtp: 'An SMTP server that sends e-mail, with user and password if it needs them.',
    webhook: 'A secret that callers of webhooks send, or sign their calls with.',
  } as ByKey,
  fields: {
    header: 'Header name',
    value: 'Value',
    user: 'User',
    password: 'Password',
    token: 'Token',
    connection: 'Connection',
    authorizationUrl: 'Authorization URL',
    authorizationParameters: 'Authorization parameters',
    tokenUrl: 'Token URL',
    revocationUrl: 'Revocation URL',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    scopes: 'Scopes',
    audience: 'Audience',
    clientAuthentication: 'Client authentication',
    provider: 'Provider',
    baseUrl: 'Base URL',
    apiKey: 'API key',
    host: 'Host',
    port: 'Port',
    secure: 'Encryption',
    secret: 'Secret',
  } as ByKey,
  fieldHints: {
    baseUrl: 'Only if you don’t use the provider’s default URL.',
    scopes: 'Separated by spaces.',
    audience: 'Only if the provider requires it.',
    revocationUrl: 'Optional. Disconnecting and deleting then revoke the access at the provider.',
    authorizationParameters: 'Only if the provider requires them, such as access_type=offline.',
    port: 'Leave empty for the usual port.',
  } as ByKey,
  options: {
    basic: 'In the header (basic)',
    post: 'In the body (post)',
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    ollama: 'Ollama',
    openai_compatible: 'OpenAI-compatible',
    starttls: 'STARTTLS',
    tls: 'TLS',
    none: 'Not encrypted',
  } as ByKey,
}

export type CredentialTypeText = typeof englishTypes
