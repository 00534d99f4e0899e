/** Removes old messages of conversations that are kept, and none while a conversation is in progress. */
import type { MessagePruneQuery, PrunedMessages } from './playground-store.ts'
import type { Sql, SqlValue, Statement } from './sql.ts'

/** Messages that are removed at a time, so that other writers wait a few milliseconds only. */
const MANY = 1000

interface Candidate {
  readonly num: number
  readonly id: string
  readonly lastMessage: number
  readonly lastChange: number
  /** The number of its oldest message. */
  readonly oldest: number
}

interface FirstKept {
  readonly number: number
  /** The number of the user message that it answers. */
  readonly parent: number | null
}

/** Looks at one batch of sessions, in the order of their creation. */
export async function pruneMessages(
  sql: Sql,
  transaction: Sql['transaction'],
  { sentBefore, after, batch }: MessagePruneQuery,
): Promise<PrunedMessages> {
  const looked = await sql.all<{ num: number }>('SELECT num FROM sessions WHERE num > $1 ORDER BY num LIMIT $2', [
    ...[after, batch],
  ])
  const last = looked.at(-1)?.num
  if (last === undefined) return { messages: 0, next: undefined }
  let messages = 0
  for (const session of await candidates(sql, { sentBefore, after, last })) {
    const end = await endOfOld(sql, session, sentBefore)
    messages += await removeOld(transaction, session, { end, noInputs: sql.dialect.longText('{}') })
  }
  return { messages, next: looked.length < batch ? undefined : last }
}

function candidates(
  sql: Sql,
  { sentBefore, after, last }: { readonly sentBefore: number; readonly after: number; readonly last: number },
): Promise<Candidate[]> {
  return sql.all<Candidate>(
    `SELECT s.num, s.id, s.last_message AS "lastMessage", s.last_change AS "lastChange",
      (SELECT min(m.number) FROM messages m WHERE m.session = s.num) AS oldest
      FROM sessions s WHERE s.num > $2 AND s.num <= $3
      AND EXISTS (SELECT 1 FROM messages m WHERE m.session = s.num AND m.at < $1)
      AND s.status NOT IN ('running', 'awaiting_input')
      AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.id AND t.status = 'running')
      AND NOT EXISTS (SELECT 1 FROM interrupts i WHERE i.session_id = s.id AND coalesce(i.status, '') = 'pending')
      ORDER BY s.num`,
    [sentBefore, after, last],
  )
}

/** The number of the first message that is kept. A user message is kept with its answers. */
async function endOfOld(sql: Sql, { num, lastMessage }: Candidate, sentBefore: number): Promise<number> {
  const kept = await sql.get<FirstKept>(
    `SELECT m.number, (SELECT p.number FROM messages p WHERE p.session = m.session AND p.id = m.parent_id) AS parent
      FROM messages m WHERE m.session = $1 AND m.at >= $2 ORDER BY m.number LIMIT 1`,
    [num, sentBefore],
  )
  return kept === undefined ? lastMessage + 1 : Math.min(kept.number, kept.parent ?? kept.number)
}

interface Removal {
  /** The number of the first message that is kept. */
  readonly end: number
  /** What replaces the inputs of a turn. */
  readonly noInputs: SqlValue
}

async function removeOld(
  transaction: Sql['transaction'],
  session: Candidate,
  { end, noInputs }: Removal,
): Promise<number> {
  let first = session.oldest
  while (first < end) {
    const next = Math.min(end, first + MANY)
    if (!(await transaction(removal(session, { end: next, noInputs })))) break
    first = next
  }
  return Math.max(0, first - session.oldest)
}

/** Changes nothing if the session has changed meanwhile: the next search finds its old messages again. */
function removal({ num, id, lastChange }: Candidate, { end, noInputs }: Removal): Statement[] {
  return [
    {
      text: 'UPDATE sessions SET last_change = last_change WHERE num = $1 AND last_change = $2',
      params: [num, lastChange],
      mustChange: true,
    },
    // The inputs of a turn contain the text of its message.
    {
      text: `UPDATE turns SET inputs = $4 WHERE session_id = $1
        AND message_id IN (SELECT m.id FROM messages m WHERE m.session = $2 AND m.number < $3)`,
      params: [id, num, end, noInputs],
    },
    { text: 'DELETE FROM messages WHERE session = $1 AND number < $2', params: [num, end] },
  ]
}
