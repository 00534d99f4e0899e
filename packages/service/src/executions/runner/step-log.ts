import type { LogLine } from '@millrace/engine'
import { cutText } from '@millrace/model'
import { jsonOf } from './json-outputs.ts'

const MAX_LOG_LINES = 1000
const MAX_LOG_CHARACTERS = 10_000

/** The log of one attempt of a step, with a limit. */
export class StepLog {
  #lines: LogLine[] = []
  #written = 0

  write({ level, message, context }: LogLine): void {
    if (this.#written >= MAX_LOG_LINES) return
    this.#written += 1
    const line = { level, message: cutText(String(message), MAX_LOG_CHARACTERS) }
    this.#lines.push(context === undefined ? line : { ...line, context: jsonOf(context) })
  }

  /** The lines since the last call. */
  take(): readonly LogLine[] {
    const lines = this.#lines
    this.#lines = []
    return lines
  }
}
