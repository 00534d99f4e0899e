/**
 * Every setting of the service in one table: its flag, its environment twin, its default, its parser. `--help` is
 * printed from it. This is the only file that touches `process.env` and `process.argv`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { baseUrlOf, modelKeyOf } from './base-url.ts'
import { BadSetting, checked } from './config-checks.ts'
import { isLoopback } from './hosts.ts'
import * as parse from './setting-values.ts'

export { BadSetting }

interface Setting<T> {
  /** What stands after the flag in the help text; without it there is no flag, only the environment. */
  readonly takes?: string
  /** Names that other programs give it, read if ours is not set; empty counts as not set. */
  readonly also?: readonly string[]
  /** As a person would write it; undefined when nothing is a value of its own. */
  readonly default?: string
  readonly says: string
  readonly parse: (text: string) => T
}

function setting<const S extends Setting<unknown>>(row: S): S {
  return row
}

const SETTINGS = {
  port: setting({ takes: 'PORT', default: '7410', says: 'port to listen on; 0 picks a free one', parse: parse.port }),
  host: setting({ takes: 'HOST', default: '127.0.0.1', says: 'address to listen on', parse: parse.words }),
  dataDir: setting({
    takes: 'DIR',
    default: './data',
    says: 'folder for the database, the admin token and the secret key',
    parse: (text) => resolve(text),
  }),
  basePath: setting({
    takes: 'PATH',
    default: '/api/v1',
    says: 'path that the API lives under',
    parse: parse.basePath,
  }),
  database: setting({
    takes: 'URL',
    says: 'postgres://… or a file; a SQLite file in the data folder if not given',
    parse: parse.words,
  }),
  auth: setting({
    takes: 'token|none',
    default: 'token',
    says: '"none" makes everybody an admin and works on a loopback address only',
    parse: parse.oneOf(['token', 'none']),
  }),
  corsOrigin: setting({
    takes: 'LIST',
    default: '',
    says: 'origins of pages that may call the API from elsewhere, such as https://app.example.com',
    parse: parse.origins,
  }),
  allowedHost: setting({
    takes: 'LIST',
    default: '',
    says: 'host names that requests may be for, where a proxy passes its own name on',
    parse: parse.list,
  }),
  nodes: setting({
    takes: 'LIST',
    default: '',
    says: 'folders or npm packages with node types of your own',
    parse: parse.list,
  }),
  logLevel: setting({
    takes: 'LEVEL',
    default: 'info',
    says: 'debug, info, warn, error or silent',
    parse: parse.oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  rateLimit: setting({
    takes: 'COUNT',
    says: 'requests a minute for one caller, reads and writes apart; 0 is no limit. 0 on loopback, else 600',
    parse: parse.count(0),
  }),
  jwtIssuer: setting({ takes: 'URL', says: 'take JWTs of this issuer', parse: parse.words }),
  jwtAudience: setting({ takes: 'TEXT', says: 'audience that a JWT must be for', parse: parse.words }),
  jwtJwksUrl: setting({ takes: 'URL', says: 'where the keys of the issuer are', parse: parse.keysUrl }),
  jwtRoleClaim: setting({
    takes: 'NAME',
    default: 'role',
    says: 'claim with the role or a list of roles; a path such as realm_access.roles works',
    parse: parse.words,
  }),
  maxWorkflowNodes: setting({
    takes: 'COUNT',
    default: '10000',
    says: 'most nodes in one workflow',
    parse: parse.count(1),
  }),
  maxWorkflowVersions: setting({
    takes: 'COUNT',
    default: '500',
    says: 'versions kept of one workflow',
    parse: parse.count(1),
  }),
  maxConcurrentExecutions: setting({
    takes: 'COUNT',
    default: '100',
    says: 'executions that run at the same time; more of them wait',
    parse: parse.count(1),
  }),
  maxWaitingExecutions: setting({
    takes: 'COUNT',
    default: '10000',
    says: 'executions that may wait for room; more are refused',
    parse: parse.count(1),
  }),
  maxCodeSeconds: setting({
    takes: 'SECONDS',
    default: '60',
    says: 'longest time limit that a code node may set; a longer one is cut to this',
    parse: parse.count(1, 60),
  }),
  maxStreams: setting({
    takes: 'COUNT',
    default: '1000',
    says: 'event streams and WebSockets that may be open at the same time',
    parse: parse.count(1),
  }),
  maxStreamsPerCaller: setting({
    takes: 'COUNT',
    default: '100',
    says: 'event streams and WebSockets that one caller may have open',
    parse: parse.count(1),
  }),
  stopTimeoutSeconds: setting({
    takes: 'SECONDS',
    default: '10',
    says: 'how long running steps may take to end when the service is told to stop',
    parse: parse.count(0, 3600),
  }),
  keepExecutionsDays: setting({
    takes: 'DAYS',
    default: '30',
    says: 'how long finished executions are kept',
    parse: parse.count(1, 36_500),
  }),
  keepExecutionsPerWorkflow: setting({
    takes: 'COUNT',
    default: '10000',
    says: 'finished executions kept of one workflow',
    parse: parse.count(1),
  }),
  assistantProvider: setting({
    takes: 'NAME',
    says: 'provider of the model that edits workflows by chat; rules answer if no model is set',
    parse: parse.oneOf(['openai', 'anthropic', 'google', 'ollama', 'openai_compatible', 'echo']),
  }),
  assistantModel: setting({ takes: 'NAME', says: 'name of that model', parse: parse.words }),
  assistantConnection: setting({
    takes: 'NAME',
    says: 'id or name of the stored connection by which that model is reached',
    parse: parse.words,
  }),
  chatDialect: setting({
    takes: 'millrace|flowdrop',
    default: 'millrace',
    says: 'form and label of the commands in the chat; "flowdrop" is for the public editor',
    parse: parse.oneOf(['millrace', 'flowdrop']),
  }),
  egressAllow: setting({
    takes: 'LIST',
    default: '',
    says: 'private hosts, addresses or CIDRs that nodes may call, each with :port if only that is meant',
    parse: parse.list,
  }),
  openaiApiKey: setting({
    also: ['OPENAI_API_KEY'],
    says: 'key of OpenAI for nodes that bring none; else OPENAI_API_KEY',
    parse: modelKeyOf,
  }),
  openaiBaseUrl: setting({
    takes: 'URL',
    also: ['OPENAI_BASE_URL'],
    says: 'where OpenAI is asked, if not at its usual address; else OPENAI_BASE_URL',
    parse: baseUrlOf,
  }),
  anthropicApiKey: setting({
    also: ['ANTHROPIC_API_KEY'],
    says: 'key of Anthropic for nodes that bring none; else ANTHROPIC_API_KEY',
    parse: modelKeyOf,
  }),
  anthropicBaseUrl: setting({
    takes: 'URL',
    also: ['ANTHROPIC_BASE_URL'],
    says: 'where Anthropic is asked, if not at its usual address; else ANTHROPIC_BASE_URL',
    parse: baseUrlOf,
  }),
  googleApiKey: setting({
    also: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    says: 'key of Google for nodes that bring none; else GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY',
    parse: modelKeyOf,
  }),
  googleBaseUrl: setting({
    takes: 'URL',
    also: ['GOOGLE_GEMINI_BASE_URL'],
    says: 'where Google is asked, if not at its usual address; else GOOGLE_GEMINI_BASE_URL',
    parse: baseUrlOf,
  }),
  ollamaBaseUrl: setting({
    takes: 'URL',
    also: ['OLLAMA_BASE_URL'],
    default: 'http://127.0.0.1:11434/v1',
    says: 'where Ollama answers; else OLLAMA_BASE_URL',
    parse: baseUrlOf,
  }),
  maxModelAnswerMib: setting({
    takes: 'MIB',
    default: '16',
    says: 'largest answer of a model, with all that the provider puts around it',
    parse: parse.count(1, 1024),
  }),
  maxModelSeconds: setting({
    takes: 'SECONDS',
    default: '900',
    says: 'how long one answer of a model may take',
    parse: parse.count(1, 86_400),
  }),
  maxModelTokens: setting({
    takes: 'COUNT',
    says: 'most tokens of one answer, also for nodes that ask for more; no limit of ours if not given',
    parse: parse.count(1),
  }),
  mcpStdio: setting({
    takes: 'true|false',
    default: 'false',
    says: 'let workflows start programs on this machine as MCP servers',
    parse: (text) => parse.oneOf(['true', 'false'])(text) === 'true',
  }),
  agentspecRegistry: setting({
    takes: 'FILE',
    says: 'JSON or YAML file with tools and agents that Agent Spec flows may name',
    parse: (text) => resolve(parse.words(text)),
  }),
  agentspecRuntime: setting({
    takes: 'URL',
    says: 'run Agent Spec flows on the compatible runtime at this address instead of here',
    parse: parse.httpUrl,
  }),
  agentspecRuntimeAuth: setting({
    takes: 'none|bearer|key',
    default: 'none',
    says: 'how the runtime is told who asks: a bearer token, or the header X-API-Key',
    parse: parse.oneOf(['none', 'bearer', 'key']),
  }),
  agentspecRuntimeToken: setting({ says: 'token or key for the runtime', parse: parse.words }),
  agentspecRuntimeDialect: setting({
    takes: 'seed|official',
    default: 'seed',
    says: 'the form in which flows are sent to the runtime',
    parse: parse.oneOf(['seed', 'official']),
  }),
  maxBodyMib: setting({
    takes: 'MIB',
    default: '16',
    says: 'largest body with a workflow; a quarter of it for others',
    parse: parse.count(1, 1024),
  }),
  maxWebhookMib: setting({
    takes: 'MIB',
    default: '1',
    says: 'largest body of a webhook call, which anyone may send',
    parse: parse.count(1, 1024),
  }),
  maxPortValueMib: setting({
    takes: 'MIB',
    default: '8',
    says: 'largest value on one port',
    parse: parse.count(1, 1024),
  }),
  secretKey: setting({
    says: '32 bytes in base64 or hex that encrypt stored secrets; a key file is made if not given',
    parse: parse.key,
  }),
  build: setting({ default: 'source', says: 'name of this build, shown by the version', parse: parse.words }),
}

type Settings = typeof SETTINGS
type Name = keyof Settings
type Value<S extends Setting<unknown>> = S extends { readonly default: string }
  ? ReturnType<S['parse']>
  : ReturnType<S['parse']> | undefined

type Given = { readonly [K in Name]: Value<Settings[K]> }

/** The settings of one run, checked together and with what depends on others filled in. */
export interface Config extends Omit<Given, 'database' | 'rateLimit'> {
  readonly database: string
  /** Requests a minute for one caller; 0 is no limit. */
  readonly rateLimit: number
}

/** Settings from flags, then the environment, then the defaults. `help` is the text to print instead of a start. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config | 'help' {
  const flags = parsedFlags(argv)
  if (flags.help === true) return 'help'
  const given = Object.fromEntries(
    NAMES.map((name) => [name, settingOf(name, flags[flagOf(name)], env)]),
  ) as unknown as Given
  return checked({
    ...given,
    database: given.database ?? resolve(given.dataDir, 'millrace.db'),
    rateLimit: given.rateLimit ?? (isLoopback(given.host) ? 0 : 600),
  })
}

/** What this process was started with. */
export function ownArguments(): [argv: readonly string[], env: Readonly<Record<string, string | undefined>>] {
  return [process.argv.slice(2), process.env]
}

/** The settings of this process. */
export function ownConfig(): Config | 'help' {
  return readConfig(...ownArguments())
}

const NAMES = Object.keys(SETTINGS) as Name[]

function flagOf(name: Name): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function twinOf(name: Name): string {
  return `MILLRACE_${flagOf(name).replaceAll('-', '_').toUpperCase()}`
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function parsedFlags(argv: readonly string[]): Flags {
  const named = NAMES.filter((name) => takesOf(name) !== undefined)
  const options = Object.fromEntries(
    named.map((name) => [flagOf(name), { type: 'string' as const, multiple: takesOf(name) === 'LIST' }]),
  )
  try {
    return parseArgs({ args: [...argv], options: { ...options, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    throw new BadSetting(`${error instanceof Error ? error.message : String(error)} Try --help.`)
  }
}

function takesOf(name: Name): string | undefined {
  const row: Setting<unknown> = SETTINGS[name]
  return row.takes
}

function settingOf(name: Name, flag: Flags[string], env: Readonly<Record<string, string | undefined>>): unknown {
  const row: Setting<unknown> = SETTINGS[name]
  const written = Array.isArray(flag) ? flag.join(',') : flag
  const own = twinOf(name)
  const twin = env[own] !== undefined ? own : (row.also?.find((other) => Boolean(env[other])) ?? own)
  const text = typeof written === 'string' ? written : (env[twin] ?? row.default)
  if (text === undefined) return undefined
  try {
    return row.parse(text)
  } catch (error) {
    const source = typeof written === 'string' ? `--${flagOf(name)}` : twin
    throw new BadSetting(`${source} ${error instanceof Error ? error.message : 'cannot be read'}.`)
  }
}

/** The text of `--help`. */
export function helpText(): string {
  const rows = NAMES.map((name) => {
    const row: Setting<unknown> = SETTINGS[name]
    const flag = row.takes === undefined ? '' : `--${flagOf(name)} ${row.takes}`
    const fallback = row.default ? ` (${row.default})` : ''
    return `  ${flag.padEnd(34)} ${twinOf(name).padEnd(36)} ${row.says}${fallback}`
  })
  return [
    'millrace: the backend of a visual workflow editor',
    '',
    'Usage: millrace [flags]',
    '       millrace backup FILE [--overwrite] [--with-key] [flags]',
    '',
    `  ${'flag'.padEnd(34)} ${'environment'.padEnd(36)} meaning (default)`,
    ...rows,
    `  ${'--help'.padEnd(34)} ${''.padEnd(36)} this text`,
    '',
    'A flag wins over the environment. A LIST is separated by commas; its flag may be given several times.',
    '',
  ].join('\n')
}
