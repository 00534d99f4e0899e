/** Reads the settings of `settings.ts`. This is the only file that reads `process.env` and `process.argv`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSetting, checked } from './config-checks.ts'
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
export interface Config extends Omit<ParsedSettings, 'database' | 'rateLimit'> {
  readonly database: string
  /** Requests per minute and caller; 0: unlimited. */
  readonly rateLimit: number
}

/** Reads settings from flags, then the environment, then the defaults; `help` if the help text was requested. */
export function readConfig(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Config | 'help' {
  const flags = parsedFlags(argv)
  if (flags.help === true) return 'help'
  const parsed = Object.fromEntries(
    NAMES.map((name) => [name, settingOf(name, flags[flagOf(name)], env)]),
  ) as unknown as ParsedSettings
  return checked({
    ...parsed,
    database: parsed.database ?? resolve(parsed.dataDir, 'millrace.db'),
    rateLimit: parsed.rateLimit ?? (isLoopback(parsed.host) ? 0 : 600),
  })
}

/** The arguments and environment of this process. */
export function processArguments(): [argv: readonly string[], env: Readonly<Record<string, string | undefined>>] {
  return [process.argv.slice(2), process.env]
}

/** The settings of this process. */
export function processConfig(): Config | 'help' {
  return readConfig(...processArguments())
}

const NAMES = Object.keys(SETTINGS) as Name[]

function flagOf(name: Name): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function variableOf(name: Name): string {
  return `MILLRACE_${flagOf(name).replaceAll('-', '_').toUpperCase()}`
}

type Flags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

function parsedFlags(argv: readonly string[]): Flags {
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
    return parseArgs({ args: [...argv], options: { ...options, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    throw new BadSetting(`${error instanceof Error ? error.message : String(error)} Try --help.`)
  }
}

function argumentOf(name: Name): string | undefined {
  const row: Setting<unknown> = SETTINGS[name]
  return row.argument
}

function settingOf(name: Name, flag: Flags[string], env: Readonly<Record<string, string | undefined>>): unknown {
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

/** The text of `--help`. */
export function helpText(): string {
  const rows = NAMES.map((name) => {
    const row: Setting<unknown> = SETTINGS[name]
    const flag = row.argument === undefined ? '' : `--${flagOf(name)} ${row.argument}`.trimEnd()
    const fallback = row.default ? ` (${row.default})` : ''
    return `  ${flag.padEnd(34)} ${variableOf(name).padEnd(36)} ${row.description}${fallback}`
  })
  return [
    'millrace: the backend of a visual workflow editor',
    '',
    'Usage: millrace [flags]',
    '       millrace backup FILE [--overwrite] [--with-key] [flags]',
    '       millrace migrate --from DIR --to postgres://… [--dry-run]',
    '',
    `  ${'flag'.padEnd(34)} ${'environment'.padEnd(36)} meaning (default)`,
    ...rows,
    `  ${'--help'.padEnd(34)} ${''.padEnd(36)} this text`,
    '',
    'A flag takes precedence over the environment. A LIST is separated by commas; its flag may be repeated.',
    '',
  ].join('\n')
}
