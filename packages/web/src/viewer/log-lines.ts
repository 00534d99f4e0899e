/** Filters log lines. Pure. */
import { LOG_LEVELS, type LogEntry } from '@millrace/model'

export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogFilter {
  /** Minimum level; all levels if absent. */
  readonly level?: LogLevel | undefined
  readonly node?: string | undefined
  readonly search?: string | undefined
}

export function shownLines(logs: readonly LogEntry[], { level, node, search = '' }: LogFilter): LogEntry[] {
  const least = level === undefined ? 0 : LOG_LEVELS.indexOf(level)
  const words = search.trim().toLowerCase()
  return logs.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least &&
      (node === undefined || line.node_id === node) &&
      (words === '' || `${line.message} ${line.node_id ?? ''}`.toLowerCase().includes(words)),
  )
}
