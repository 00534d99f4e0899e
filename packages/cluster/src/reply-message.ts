/** Longer replies are read from the database. */
const MAX_REPLY = 2_000

/** The notification that a call has its reply. */
export function replyMessage(id: string, reply: unknown): string {
  const message = JSON.stringify({ about: 'reply', id, reply })
  return message.length < MAX_REPLY ? message : JSON.stringify({ about: 'reply', id })
}
