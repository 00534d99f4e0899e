/** Messages that a later one replaced: another answer was requested, or the person edited the message. Pure. */
import type { PlaygroundMessage as Message } from '@millrace/client'

/** The messages that are still part of the conversation. */
export function currentMessages(messages: readonly Message[]): readonly Message[] {
  let end = Number.POSITIVE_INFINITY
  const current: Message[] = []
  for (const message of messages.toReversed()) {
    if (message.sequenceNumber >= end) continue
    current.push(message)
    const { replaces } = message.metadata
    if (typeof replaces === 'number') end = Math.min(end, replaces)
  }
  return current.toReversed()
}
