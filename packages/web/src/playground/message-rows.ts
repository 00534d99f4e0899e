/** Messages as rows: consecutive logs are grouped, days are marked. Pure. */
import type { PlaygroundMessage as Message } from '@millrace/client'
import { isSameDay } from '../questions/times.ts'

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: string }
  | { readonly kind: 'logs'; readonly key: string; readonly lines: readonly Message[] }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly isFollowUp: boolean }

/** Rows in order. `today` is not marked if the conversation starts today. */
export function rowsOf(
  messages: readonly Message[],
  { showsLogs, today }: { showsLogs: boolean; today: number },
): Row[] {
  const rows: Row[] = []
  let day: string | undefined
  let previous: Message | undefined
  for (const message of messages) {
    if (message.role === 'log' && !showsLogs) continue
    const isNewDay = day === undefined ? !isSameDay(message.timestamp, today) : !isSameDay(message.timestamp, day)
    if (isNewDay) rows.push({ kind: 'day', key: `day ${message.id}`, timestamp: message.timestamp })
    day = message.timestamp
    const last = rows.at(-1)
    if (message.role === 'log') {
      if (last?.kind === 'logs') rows[rows.length - 1] = { ...last, lines: [...last.lines, message] }
      else rows.push({ kind: 'logs', key: `logs ${message.id}`, lines: [message] })
    } else {
      const isFollowUp = last?.kind === 'message' && previous !== undefined && sameSpeaker(previous, message)
      rows.push({ kind: 'message', key: message.id, message, isFollowUp })
    }
    previous = message
  }
  return rows
}

function sameSpeaker(a: Message, b: Message): boolean {
  return a.role === b.role && a.nodeId === b.nodeId && a.parentMessageId === b.parentMessageId
}

export interface LogCount {
  readonly lines: number
  readonly warnings: number
  readonly errors: number
}

export function logCount(lines: readonly Message[]): LogCount {
  const of = (level: string) => lines.filter(({ metadata }) => metadata.level === level).length
  return { lines: lines.length, warnings: of('warning'), errors: of('error') }
}
