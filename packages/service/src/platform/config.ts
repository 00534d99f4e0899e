/** Reads the settings of `settings.ts`. This is the only file that reads `process.env` and `process.argv`. */
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { BadSetting } from './bad-setting.ts'
import { type ClusterConfig, clusterConfig } from './cluster-config.ts'
import type { CLUSTER_SETTINGS } from './cluster-settings.ts'
import { checked } from './config-checks.ts'
import { isLoopback } from './hosts.ts'
import { SETTINGS, type Setting } from './settings.ts'

export { BadSetting }

type Settings = typeof SETTINGS
type Name = keyof Settings
type Value<S extends Setting<unknown>> = S extends { readonly default: string }
  ? ReturnType<S['parse']>
  : ReturnType<S['parse']> | undefined

type ParsedSettings = { readonly [K in Name]: Value<Settings[K]> }

/** The settings of one process, checked together and with defaults that depend on other settings. */
export interface Config extends Omit<ParsedSettings, 'database' | 'rateLimit' | keyof typeof CLUSTER_SETTINGS> {
  readonly database: string
  /** Undefined if this service runs alone. */
  readonly cluster: ClusterConfig | undefined
  /** Requests per minute and caller; 0: unlimited. */
  readonly rateLimit: number
}

/** Reads settings from flags, then the environment, then the defaults; `help` if the help text was requested. */
export function readConfig(argv: readonly string[], env: Environment): Config | 'help' {
  const flags = parsed(argv, {}, false).values as Flags
  return flags.help === true ? 'help' : configOf(flags, env)
}

type Environment = Readonly<Record<string, string | undefined>>
type Options = NonNullable<ParseArgsConfig['options']>
type OwnValues<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

export interface CommandArguments<O extends Options> {
  readonly config: Config
  /** The flags that only this command has. */
  readonly flags: OwnValues<O>
  readonly words: readonly string[]
}

/** The arguments of a command that takes the settings of the service and flags of its own, in any order. */
export function readArguments<const O extends Options>(
  argv: readonly string[],
  env: Environment,
  own: O,
): CommandArguments<O> {
  const { values, positionals } = parsed(argv, own, true)
  return { config: configOf(values as Flags, env), flags: values as OwnValues<O>, words: positionals }
}

/** The arguments of a command that has only flags of its own. */
export function readOwnArguments<const O extends Options>(
  argv: readonly string[],
  own: O,
): Omit<CommandArguments<O>, 'config'> {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: own, allowPositionals: true })
    return { flags: values as OwnValues<O>, words: positionals }
  } catch (error) {
    throw badArguments(error)
  }
}

function configOf(flags: Flags, env: Environment): Config {
  const settings = Object.fromEntries(
    NAMES.map((name) => [name, settingOf(name, flags[flagOf(name)], env)]),
  ) as unknown as ParsedSettings
  const { engine, role, restateIngress, restateAdmin, workerAddress, workerUrl, restateIdentityKey, ...rest } = settings
  const database = rest.database ?? resolve(rest.dataDir, 'millrace.db')
  const forCluster = { engine, role, restateIngress, restateAdmin, workerAddress, workerUrl, restateIdentityKey }
  return checked({
    ...rest,
    database,
    cluster: clusterConfig({ ...forCluster, database, standby: rest.standby }),
    rateLimit: settings.rateLimit ?? (isLoopback(settings.host) ? 0 : 600),
  })
}

/** The arguments and environment of this process. */
export function processArguments(): [argv: readonly string[], env: Environment] {
  return [process.argv.slice(2), process.env]
}

const NAMES = Object.keys(SETTINGS) as Name[]

function flagOf(name: Name): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function variableOf(name: Name): string {
  return `MILLRACE_${flagOf(name).replaceAll('-', '_').toUpperCase()}`
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function parsed(argv: readonly string[], own: Options, allowPositionals: boolean) {
  const named = NAMES.filter((name) => argumentOf(name) !== undefined)
  const options = Object.fromEntries(
    named.map((name) => [
      flagOf(name),
      argumentOf(name) === ''
        ? { type: 'boolean' as const }
        : { type: 'string' as const, multiple: argumentOf(name) === 'LIST' },
    ]),
  )
  try {
    return parseArgs({
      args: [...argv],
      options: { ...options, help: { type: 'boolean', short: 'h' }, ...own },
      allowPositionals,
    })
  } catch (error) {
    throw badArguments(error)
  }
}

/** The messages of Node.js end without a full stop. */
function badArguments(error: unknown): BadSetting {
  const message = error instanceof Error ? error.message : String(error)
  return new BadSetting(`${message.replace(/\.?$/, '.')} Try --help.`)
}

function argumentOf(name: Name): string | undefined {
  const row: Setting<unknown> = SETTINGS[name]
  return row.argument
}

function settingOf(name: Name, flag: Flags[string], env: Environment): unknown {
  const row: Setting<unknown> = SETTINGS[name]
  const fromFlag = Array.isArray(flag) ? flag.join(',') : typeof flag === 'boolean' ? String(flag) : flag
  const own = variableOf(name)
  const variable = env[own] !== undefined ? own : (row.aliases?.find((other) => Boolean(env[other])) ?? own)
  const text = typeof fromFlag === 'string' ? fromFlag : (env[variable] ?? row.default)
  if (text === undefined) return undefined
  try {
    return row.parse(text)
  } catch (error) {
    const source = typeof fromFlag === 'string' ? `--${flagOf(name)}` : variable
    throw new BadSetting(`${source} ${error instanceof Error ? error.message : 'is invalid'}.`)
  }
}

/** The table of all settings, for the help text. */
export function settingRows(): readonly string[] {
  const rows = NAMES.map((name) => {
    const row: Setting<unknown> = SETTINGS[name]
    const flag = row.argument === undefined ? '' : `--${flagOf(name)} ${row.argument}`.trimEnd()
    const fallback = row.default ? ` (${row.default})` : ''
    return `  ${flag.padEnd(34)} ${variableOf(name).padEnd(36)} ${row.description}${fallback}`
  })
  return [
    `  ${'flag'.padEnd(34)} ${'environment'.padEnd(36)} meaning (default)`,
    ...rows,
    `  ${'--help'.padEnd(34)} ${''.padEnd(36)} this text`,
    `  ${'--version'.padEnd(34)} ${''.padEnd(36)} the version`,
  ]
}
