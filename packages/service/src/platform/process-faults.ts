/**
 * Handles errors that no code catches. A rejected promise is logged and the service continues: only the request or step
 * that it belongs to fails. After an exception outside any promise the state of the process is unknown: it is logged,
 * the service stops as on a signal, and the process exits with code 1 so that a supervisor restarts it.
 */
import type { Log } from './ports.ts'

/** Time limit for the stop after an uncaught exception. */
const STOP_WITHIN_MS = 15_000

/** Installs the handlers; `end` stops the service and ends the process with code 1. */
export function handleProcessFaults(log: Log, end: () => void): void {
  let rejections = 0
  let isEnding = false
  process.on('unhandledRejection', (reason) => {
    rejections++
    const err = reason instanceof Error ? reason : new Error(`rejected with ${String(reason)}`)
    log.error({ err, count: rejections }, 'unhandled rejection: a promise was rejected and nothing handled it')
  })
  process.on('uncaughtException', (err) => {
    log.error({ err }, 'uncaught exception: the service stops, because its state is unknown')
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    end()
  })
}
