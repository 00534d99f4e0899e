/** Filters log lines. Pure. */
import { LOG_LEVELS, type LogEntry } from '@millrace/model'

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogFilter {
  /** Minimum level; all levels if absent. */
  readonly level?: LogLevel | undefined
  readonly node?: string | undefined
  readonly search?: string | undefined
  /** The search is in the messages as they are shown. */
  readonly translate?: ((message: string) => string) | undefined
}

export function shownLines(logs: readonly LogEntry[], filter: LogFilter): LogEntry[] {
  const { level, node, search = '', translate = (message) => message } = filter
  const least = level === undefined ? 0 : LOG_LEVELS.indexOf(level)
  const words = search.trim().toLowerCase()
  return logs.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least &&
      (node === undefined || line.node_id === node) &&
      (words === '' || `${translate(line.message)} ${line.node_id ?? ''}`.toLowerCase().includes(words)),
  )
}
