/** Removes a session with its messages, turns, memories and questions. */
import type { SessionRow } from './session-rows.ts'
import type { Sql } from './sql.ts'

/** Messages that are removed at a time, so that other writers wait a few milliseconds only. */
const MANY = 1000

export type RemovableSession = Pick<SessionRow, 'num' | 'id' | 'lastMessage'>

/** False if it was already removed. */
export async function removeSession(transaction: Sql['transaction'], session: RemovableSession): Promise<boolean> {
  const { num, id, lastMessage } = session
  // Remove a long session in parts; after a crash the session still exists and can be removed again.
  for (let number = MANY; number < lastMessage; number += MANY) {
    await transaction([{ text: 'DELETE FROM messages WHERE session = $1 AND number <= $2', params: [num, number] }])
  }
  // Foreign keys remove the rest with the session.
  return transaction([
    { text: 'DELETE FROM interrupts WHERE session_id = $1', params: [id] },
    { text: 'DELETE FROM sessions WHERE num = $1', params: [num], mustChange: true },
  ])
}
