/** A log entry of an execution as one line for a terminal. */
import type { LogEntry } from '@millrace/model'

/** Characters that could control a terminal; a log may have any text in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

export function terminalLine({ timestamp, level, node_id, message }: LogEntry): string {
  const what = [level === 'warning' || level === 'error' ? level : '', node_id ?? '', message]
  const line = [timestamp.slice(11, 23), ...what].filter((part) => part !== '').join(' ')
  return line.replaceAll(CONTROL, ' ')
}
