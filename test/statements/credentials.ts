/** What executes the statements of docs/how-to/credentials.md. */
import { prose, type Statements } from '../statements.ts'

const MADE = 'credentials: can be created, read, listed, changed and deleted, and never returns its secrets'
const SENT = 'credentials: sends %s, and gets no secret back'
const MCP_SENT = 'mcp-credentials: gets %s with every request, and the run contains no secret'
const MCP_HOST = 'mcp-credentials: at a host that the credential does not name is not called'
const COMPONENTS = 'component-credentials: signs the calls of %s, and the run contains no secret'
const HOST = 'credentials: does not send it to a host that it does not name'
const MOVED = 'credentials: is rejected if the name is taken, and sent to new hosts only with its secret'
const USED = 'credentials: is found at the credentials that it uses, and exported with their names only'
const BY_ID = 'credentials: may refer to a credential by its id, which is validated and counted like its name'
const PUBLISHED =
  'credentials: is found at the credentials of its published version too, until another one is published'
const ADMINS = 'credentials: can be managed by admins only, and found by everyone who edits'
const LAUNCH = 'credentials: cannot be redirected by a caller who may only run it'
const MCP_LAUNCH = 'mcp-credentials: cannot be changed by a caller who may only run it'
const OWN_WORKFLOW = 'credentials: callers who may not write cannot run a workflow of their own with it'
const FAILS = 'credentials: fails if there is none, if it has another type, and if its reference cannot be read'
const CHECKED = 'credentials: with an unknown or unfitting credential is reported by validation and by a save'
const IN_PAGE = [
  'credentials: are created in the form of a node, which keeps its other settings',
  'credentials: are listed with the workflows that use them, and edited without showing a secret',
  'credentials: are deleted after a warning that names the workflows',
  'credentials: of a mail server are deleted after a warning that names the notifications',
]
const MODEL = 'model-credentials: answers a chat model, and its use is recorded'
const MODEL_REFUSED = 'model-credentials: that the provider refuses with %i is shown as failed until it works again'
const KEPT = 'oauth-credentials: fetches a token with client authentication %s and keeps it for later runs'
const RENEWED = 'oauth-credentials: replaces a token that the API refuses, once per call'
const NO_TOKEN = 'oauth-credentials: fails if %s'
const CONNECTED = 'connect-credentials: is connected by a person with the client %s, and refreshed'
const CHANGED = 'connect-credentials: with %s keeps its connection: %s'
const AGAIN = 'connect-credentials: must be connected again after the provider has refused the refresh token'
const ONE_AT_A_TIME =
  'connect-credentials: is refreshed by one process at a time, and keeps the new refresh token if it is renamed meanwhile'
const ONCE = 'connect-credentials: does not work %s'
const CONNECT_IN_PAGE = 'credentials: are connected with an account at a provider'
const REVOKED = 'revoke-connections: the account of the client %s is revoked at the provider when it is disconnected'
const REVOKED_BY_DELETE = 'revoke-connections: the account is revoked at the provider when its credential is deleted'
const NOT_REVOKED =
  'revoke-connections: nothing is revoked without a revocation URL, without an account, and a second time'
const SILENT =
  'revoke-connections: a provider that never answers delays the deletion for five seconds and does not prevent it'
const CLOSED_REVOCATION = 'revoke-connections: %s as the revocation URL is reported, and the account is disconnected'
const MAIL_SENT = 'mail-credentials: signs in with the credential, also with a reference to its password'
const READ = 'secret-references: references are read, and other values stay as they are'
const READ_AT_USE =
  'secret-references: a service with --credential-dir reads the file of a credential at every use, and shows it nowhere'

export const STATEMENTS = {
  'A credential is what': [USED],
  'Secrets that are entered': [
    'catalogue: types with a secret can name a credential instead',
    'transfer: secrets are left out of an export, and placeholders out of an import',
    COMPONENTS,
  ],
  'In an HTTP request': [SENT, MCP_SENT, ADMINS, OWN_WORKFLOW],
  'In the web editor, admins': IN_PAGE,
  'table Types': [
    SENT,
    MCP_SENT,
    COMPONENTS,
    MODEL,
    'credentials: queries the database of a credential',
    MAIL_SENT,
    'webhook-credentials: accept the secret of the credential, which is not in the workflow',
  ],
  'Bold fields are secret': [MADE, SENT],
  'If a credential of the type model_provider': [
    'connection-precedence: takes precedence over a connection of the same name, in the workflows of its project only',
    'connection-precedence: does not replace the connection of calls without a workflow',
  ],
  'Types for HTTP need': ['credentials: is rejected with %s'],
  'table Hosts': ['credential-hosts: %s with %s: %s'],
  'A call of another host': [HOST, MCP_HOST, 'credentials: sends it after a redirect only to hosts that it names'],
  'The other types contain': [
    MOVED,
    'model-credentials: does not open a private address that the operator has not allowed',
  ],
  'Send e-mail sends a message': [
    MAIL_SENT,
    'mail-effect: is from the user of the credential if no sender is set, and fails if that is not an address',
    'mail-address: %j is read',
    'mail-credentials: lets no value add recipients or headers',
  ],
  'A message may have 50 recipients': [
    'compose-mail: may have as many recipients and bytes as the limits allow',
    'compose-mail: %s',
    'mail-effect: reports recipients that the server rejects, and fails if it rejects all of them',
  ],
  'All attempts of a step have': [
    'mail-credentials: is retried if the server asks for that, with the same message id',
    'mail-credentials: is not repeated if the connection ends after the message, even with a retry policy',
    'nodes: after a crash all nodes are repeated except those with external side effects',
  ],
  MAIL_FAILED: [
    'mail-effect: that the server refuses may be retried if it asks for that: %s',
    'mail-effect: a server without TLS is refused if the credential requires it',
    'mail-credentials: reports a refused sign-in without the password',
  ],
  UPSTREAM_FAILED: ['mail-effect: %s may be retried', 'mail-effect: because nothing listens may be called again'],
  TIMED_OUT: ['mail-effect: in time may be called again'],
  OUTCOME_UNKNOWN: [
    'mail-effect: after the message has an unknown outcome, which is not retried',
    'mail-effect: after the message has an unknown outcome',
  ],
  EGRESS_DENIED: ['mail-effect: a private address is not called unless it is allowed'],
  'A credential of the type oauth2_client': [KEPT],
  'scopes are separated': [KEPT],
  'clientAuthentication is basic': [KEPT],
  'The token is stored': [
    KEPT,
    RENEWED,
    'mcp-credentials: gets a new token in the same session after it has refused one',
    'oauth-credentials: replaces a token before it expires',
    'oauth-credentials: two processes fetch one token together',
    'oauth-credentials: fetches a new token after a change, and needs the secret again for another token URL',
  ],
  'The rules for outgoing': [NO_TOKEN, CLOSED_REVOCATION],
  'A credential of the type oauth2_authorization_code': [CONNECTED],
  'At the provider, register': [
    CONNECT_IN_PAGE,
    'connect-credentials: has the redirect URI of the public address, for admins',
  ],
  'In Settings → Credentials, create': [CONNECTED],
  'Save and connect opens': [CONNECT_IN_PAGE],
  'The flow uses PKCE': [CONNECTED, ONCE, ONE_AT_A_TIME],
  'A new name, description': [CHANGED],
  'If the provider refuses': [AGAIN, 'connect-credentials: is refreshed after a 401, and not without a refresh token'],
  'Disconnect deletes': ['connect-credentials: can be disconnected', NOT_REVOKED],
  'With revocationUrl, Disconnect': [REVOKED, REVOKED_BY_DELETE, SILENT],
  'A program without a browser': ['connect-credentials: is finished by the program that has started it'],
  'The provider then sends': ['connect-credentials: is finished by the program that has started it'],
  'Instead of a secret': [READ, READ_AT_USE],
  'table References': [
    READ,
    READ_AT_USE,
    'secret-references: %s is refused',
    'secret-references: no file is read without a folder',
  ],
  'In a cluster, every worker': prose,
  'GET /credentials has': [USED, BY_ID, PUBLISHED, SENT, MCP_SENT, MODEL, MODEL_REFUSED],
  'Editors of workflows can': [ADMINS, LAUNCH, MCP_LAUNCH],
  'table When it does not work': [CHECKED, FAILS, HOST, NO_TOKEN, AGAIN],
} satisfies Statements
