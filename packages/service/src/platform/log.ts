/** The log: one JSON object per line, on stderr. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Log } from './ports.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof LEVELS)[number]

/** Creates the log of a process. The library is loaded with the first line so that it does not delay the start. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Log {
  let logger: Logger | undefined
  const least = logLevel === 'silent' ? LEVELS.length : LEVELS.indexOf(logLevel)
  const lineOf = (level: Level): Log[Level] => {
    if (LEVELS.indexOf(level) < least) return () => {}
    return (facts, message) => {
      logger ??= createLogger(logLevel)
      logger[level](facts, message)
    }
  }
  return { debug: lineOf('debug'), info: lineOf('info'), warn: lineOf('warn'), error: lineOf('error') }
}

function createLogger(level: string): Logger {
  const { pino } = createRequire(import.meta.url)('pino') as typeof import('pino')
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino(
    { level, base: null, timestamp, serializers: { err: errorFacts } },
    pino.destination({ fd: 2, sync: true }),
  )
}

const MAX_CAUSES = 5

/** The logged fields of an error. Other properties are left out: database drivers put query values there. */
export function errorFacts(error: unknown, causes = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const below = cause === undefined || causes >= MAX_CAUSES ? {} : { cause: errorFacts(cause, causes + 1) }
  return { type: name, message, ...code, stack, ...below }
}
