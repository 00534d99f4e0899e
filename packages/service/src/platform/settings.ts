/** Every setting of the service in one table: flag, environment variable, default and parser. `--help` prints it. */
import { resolve } from 'node:path'
import { AddressRanges } from './address-ranges.ts'
import { baseUrlOf, modelKeyOf } from './base-url.ts'
import { CLUSTER_SETTINGS } from './cluster-settings.ts'
import { NODE_SETTINGS } from './node-settings.ts'
import { OBSERVE_SETTINGS } from './observe-settings.ts'
import { OIDC_SETTINGS } from './oidc-settings.ts'
import { RETENTION_SETTINGS } from './retention-settings.ts'
import * as parse from './setting-values.ts'

export interface Setting<T> {
  /** The flag's argument in the help text; empty for a flag without a value. Without it there is no flag. */
  readonly argument?: string
  /** Environment variables of other programs, read if ours is not set; an empty one counts as not set. */
  readonly aliases?: readonly string[]
  /** As a user would write it; undefined if the setting may be unset. */
  readonly default?: string
  readonly description: string
  readonly parse: (text: string) => T
}

function setting<const S extends Setting<unknown>>(row: S): S {
  return row
}

export const SETTINGS = {
  port: setting({
    argument: 'PORT',
    default: '7410',
    description: 'port to listen on; 0 picks a free one',
    parse: parse.port,
  }),
  host: setting({ argument: 'HOST', default: '127.0.0.1', description: 'address to listen on', parse: parse.nonEmpty }),
  dataDir: setting({
    argument: 'DIR',
    default: './data',
    description: 'folder for the database, the admin token and the secret key',
    parse: (text) => resolve(text),
  }),
  basePath: setting({
    argument: 'PATH',
    default: '/api/v1',
    description: 'base path of the API',
    parse: parse.basePath,
  }),
  publicUrl: setting({
    argument: 'URL',
    description: 'address that browsers open, behind a proxy; may have a path: https://intranet.example.com/millrace',
    parse: parse.publicUrl,
  }),
  database: setting({
    argument: 'URL',
    description: 'postgres://… or a file; default: a SQLite file in the data folder',
    parse: parse.nonEmpty,
  }),
  standby: setting({
    argument: '',
    default: 'false',
    description: 'wait while another service uses the Postgres database, and take over when it ends',
    parse: parse.trueOrFalse,
  }),
  ...CLUSTER_SETTINGS,
  auth: setting({
    argument: 'token|none',
    default: 'token',
    description: '"none" gives every caller admin rights; loopback hosts only',
    parse: parse.oneOf(['token', 'none']),
  }),
  corsOrigin: setting({
    argument: 'LIST',
    default: '',
    description: 'origins whose pages may call the API (CORS), such as https://app.example.com',
    parse: parse.origins,
  }),
  publicOpenapi: setting({
    argument: '',
    default: 'false',
    description: 'serve the OpenAPI document to callers without a credential',
    parse: parse.trueOrFalse,
  }),
  allowedHost: setting({
    argument: 'LIST',
    default: '',
    description: 'accepted Host headers, for a proxy that forwards its own host name',
    parse: parse.list,
  }),
  ...NODE_SETTINGS,
  logLevel: setting({
    argument: 'LEVEL',
    default: 'info',
    description: 'debug, info, warn, error or silent',
    parse: parse.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  accessLog: setting({
    argument: 'true|false',
    default: 'false',
    description: 'write a log line for every request: caller, address, method, path, status and time',
    parse: parse.trueOrFalse,
  }),
  trustProxy: setting({
    argument: 'LIST',
    default: '',
    description: 'addresses or CIDRs of proxies whose X-Forwarded-For and X-Request-Id are believed',
    parse: (text) => new AddressRanges(parse.list(text)),
  }),
  ...OBSERVE_SETTINGS,
  rateLimit: setting({
    argument: 'COUNT',
    description:
      'requests per minute and caller, counted apart for reads and writes; 0: no limit. 0 on loopback, else 600',
    parse: parse.count(0),
  }),
  jwtIssuer: setting({ argument: 'URL', description: 'accept JWTs of this issuer', parse: parse.nonEmpty }),
  jwtAudience: setting({ argument: 'TEXT', description: 'required audience of a JWT', parse: parse.nonEmpty }),
  jwtJwksUrl: setting({ argument: 'URL', description: "URL of the issuer's key set, the JWKS", parse: parse.keysUrl }),
  jwtRoleClaim: setting({
    argument: 'NAME',
    default: 'role',
    description: 'claim with the role or a list of roles; may be a path such as realm_access.roles',
    parse: parse.nonEmpty,
  }),
  ...OIDC_SETTINGS,
  maxWorkflowNodes: setting({
    argument: 'COUNT',
    default: '10000',
    description: 'maximum number of nodes in a workflow',
    parse: parse.count(1),
  }),
  maxWorkflowVersions: setting({
    argument: 'COUNT',
    default: '500',
    description: 'versions kept per workflow',
    parse: parse.count(1),
  }),
  maxConcurrentExecutions: setting({
    argument: 'COUNT',
    default: '100',
    description: 'maximum number of concurrent executions; further ones are queued',
    parse: parse.count(1),
  }),
  maxWaitingExecutions: setting({
    argument: 'COUNT',
    default: '10000',
    description: 'maximum number of queued executions; further ones are rejected',
    parse: parse.count(1),
  }),
  maxCodeSeconds: setting({
    argument: 'SECONDS',
    default: '60',
    description: 'maximum time limit of a code node; longer limits are reduced to it',
    parse: parse.count(1, 60),
  }),
  maxStreams: setting({
    argument: 'COUNT',
    default: '1000',
    description: 'maximum number of open event streams and WebSockets',
    parse: parse.count(1),
  }),
  maxStreamsPerCaller: setting({
    argument: 'COUNT',
    default: '100',
    description: 'maximum number of open event streams and WebSockets per caller',
    parse: parse.count(1),
  }),
  stopTimeoutSeconds: setting({
    argument: 'SECONDS',
    default: '10',
    description: 'how long running steps may take to finish when the service stops',
    parse: parse.count(0, 3600),
  }),
  ...RETENTION_SETTINGS,
  backupDir: setting({
    argument: 'DIR',
    description: 'folder for scheduled backups, on another disk if possible; default: none are written',
    parse: (text) => resolve(parse.nonEmpty(text)),
  }),
  backupEveryHours: setting({
    argument: 'HOURS',
    default: '24',
    description: 'hours between scheduled backups',
    parse: parse.count(1, 8_760),
  }),
  backupKeep: setting({
    argument: 'COUNT',
    default: '14',
    description: 'scheduled backups kept; older ones are deleted',
    parse: parse.count(1, 10_000),
  }),
  assistantProvider: setting({
    argument: 'NAME',
    description:
      'provider of the assistant model, unless Settings choose one; without a model the assistant uses rules',
    parse: parse.oneOf(['openai', 'anthropic', 'google', 'ollama', 'openai_compatible', 'echo']),
  }),
  assistantModel: setting({ argument: 'NAME', description: 'name of the assistant model', parse: parse.nonEmpty }),
  assistantConnection: setting({
    argument: 'NAME',
    description: 'id or name of the stored connection for the assistant model',
    parse: parse.nonEmpty,
  }),
  chatDialect: setting({
    argument: 'millrace|flowdrop',
    default: 'millrace',
    description: 'format and label of the commands in the chat; "flowdrop" is for the public editor',
    parse: parse.oneOf(['millrace', 'flowdrop']),
  }),
  egressAllow: setting({
    argument: 'LIST',
    default: '',
    description: 'private hosts, addresses or CIDRs that nodes may call, each with an optional :port',
    parse: parse.list,
  }),
  httpProxy: setting({
    aliases: ['HTTP_PROXY', 'http_proxy'],
    description: 'proxy for http calls of nodes, such as http://proxy.example.com:3128; fallback: HTTP_PROXY',
    parse: parse.proxyUrl,
  }),
  httpsProxy: setting({
    aliases: ['HTTPS_PROXY', 'https_proxy'],
    description: 'proxy for https calls of nodes; fallback: HTTPS_PROXY',
    parse: parse.proxyUrl,
  }),
  noProxy: setting({
    argument: 'LIST',
    aliases: ['NO_PROXY', 'no_proxy'],
    default: '',
    description: 'hosts, addresses or CIDRs that nodes call without a proxy; fallback: NO_PROXY',
    parse: parse.list,
  }),
  openaiApiKey: setting({
    aliases: ['OPENAI_API_KEY'],
    description: 'OpenAI key for nodes without a key; fallback: OPENAI_API_KEY',
    parse: modelKeyOf,
  }),
  openaiBaseUrl: setting({
    argument: 'URL',
    aliases: ['OPENAI_BASE_URL'],
    description: 'base URL of OpenAI; fallback: OPENAI_BASE_URL',
    parse: baseUrlOf,
  }),
  anthropicApiKey: setting({
    aliases: ['ANTHROPIC_API_KEY'],
    description: 'Anthropic key for nodes without a key; fallback: ANTHROPIC_API_KEY',
    parse: modelKeyOf,
  }),
  anthropicBaseUrl: setting({
    argument: 'URL',
    aliases: ['ANTHROPIC_BASE_URL'],
    description: 'base URL of Anthropic; fallback: ANTHROPIC_BASE_URL',
    parse: baseUrlOf,
  }),
  googleApiKey: setting({
    aliases: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    description: 'Google key for nodes without a key; fallback: GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY',
    parse: modelKeyOf,
  }),
  googleBaseUrl: setting({
    argument: 'URL',
    aliases: ['GOOGLE_GEMINI_BASE_URL'],
    description: 'base URL of Google; fallback: GOOGLE_GEMINI_BASE_URL',
    parse: baseUrlOf,
  }),
  ollamaBaseUrl: setting({
    argument: 'URL',
    aliases: ['OLLAMA_BASE_URL'],
    default: 'http://127.0.0.1:11434/v1',
    description: 'base URL of Ollama; fallback: OLLAMA_BASE_URL',
    parse: baseUrlOf,
  }),
  maxModelAnswerMib: setting({
    argument: 'MIB',
    default: '16',
    description: "maximum size of a model's response, including the provider's metadata",
    parse: parse.count(1, 1024),
  }),
  maxModelSeconds: setting({
    argument: 'SECONDS',
    default: '900',
    description: 'time limit of a model call',
    parse: parse.count(1, 86_400),
  }),
  maxModelTokens: setting({
    argument: 'COUNT',
    description: 'maximum number of output tokens per model call, even if a node sets more; default: no limit',
    parse: parse.count(1),
  }),
  mcpStdio: setting({
    argument: 'true|false',
    default: 'false',
    description: 'allow workflows to start programs on this machine as MCP servers',
    parse: parse.trueOrFalse,
  }),
  agentspecRegistry: setting({
    argument: 'FILE',
    description: 'JSON or YAML file with tools and agents that Agent Spec flows may refer to',
    parse: (text) => resolve(parse.nonEmpty(text)),
  }),
  agentspecRuntime: setting({
    argument: 'URL',
    description: 'run Agent Spec flows on the compatible runtime at this address instead of in this service',
    parse: parse.httpUrl,
  }),
  agentspecRuntimeAuth: setting({
    argument: 'none|bearer|key',
    default: 'none',
    description: 'authentication at the runtime: a bearer token or the header X-API-Key',
    parse: parse.oneOf(['none', 'bearer', 'key']),
  }),
  agentspecRuntimeToken: setting({ description: 'token or key for the runtime', parse: parse.nonEmpty }),
  agentspecRuntimeDialect: setting({
    argument: 'simple|official',
    default: 'simple',
    description: 'format in which flows are sent to the runtime',
    parse: parse.oneOf(['simple', 'official']),
  }),
  maxBodyMib: setting({
    argument: 'MIB',
    default: '16',
    description: 'maximum size of a body with a workflow; a quarter of it for other bodies',
    parse: parse.count(1, 1024),
  }),
  maxWebhookMib: setting({
    argument: 'MIB',
    default: '1',
    description: 'maximum body size of a webhook call',
    parse: parse.count(1, 1024),
  }),
  maxPortValueMib: setting({
    argument: 'MIB',
    default: '8',
    description: 'maximum size of a value on a port',
    parse: parse.count(1, 1024),
  }),
  credentialEnv: setting({
    argument: 'PREFIX',
    default: 'MILLRACE_CREDENTIAL_',
    description: 'start of the environment variables that credentials may refer to as env:NAME',
    parse: parse.nonEmpty,
  }),
  credentialDir: setting({
    argument: 'DIR',
    description: 'folder of the files that credentials may refer to as file:PATH; default: none are allowed',
    parse: (text) => resolve(parse.nonEmpty(text)),
  }),
  secretKey: setting({
    description: '32 bytes in base64 or hex that encrypt stored secrets; default: a generated key file',
    parse: parse.key,
  }),
  secretKeyPrevious: setting({
    default: '',
    description: 'keys that still decrypt while MILLRACE_SECRET_KEY is replaced, separated by commas',
    parse: parse.keys,
  }),
  build: setting({
    default: 'source',
    description: 'name of this build, reported with the version',
    parse: parse.nonEmpty,
  }),
}
