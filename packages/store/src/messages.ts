/** Messages of sessions: their rows, and reading them page by page. */
import type { MessagePage, MessageQuery, SessionStore, StoredMessage } from './playground-store.ts'
import { isStorable, type Sql, type SqlValue, type Statement } from './sql.ts'
import { textOf } from './workflow-rows.ts'

/** Rows of a multi-row INSERT; the rest is inserted one by one, so that there are only two statements to prepare. */
const ROWS_AT_ONCE = 16

const NAMES = 'session, number, change, id, role, status, at, parent_id, execution_id, node_id, metadata, content'
const WIDTH = NAMES.split(',').length

/** Columns of a message, read from `messages m`; without `session_id`, which every reader knows. */
const COLUMNS = `m.number, m.change, m.id, m.role, m.status, m.at, m.parent_id AS "parentId",
  m.execution_id AS "executionId", m.node_id AS "nodeId", m.metadata, m.content`

/** The size of a message. Neither database reads a text to get its length. */
const SIZE = 'octet_length(m.content) + octet_length(m.metadata)'

/** A page ends before the message that would exceed this size, unless it would be empty. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

/** A condition: messages of the session with the id `$1`. */
const OF_SESSION = 'm.session = (SELECT num FROM sessions WHERE id = $1)'

/** The numbers of the newest message and of the oldest; if all were removed, there is no oldest. */
interface Range {
  readonly last: number
  readonly oldest: number | null
}

const RANGE = `SELECT s.last_message AS last, (SELECT min(m.number) FROM messages m WHERE m.session = s.num) AS oldest
  FROM sessions s WHERE s.id = $1`

/** The condition of the index `messages_said`. */
const IS_CHAT_HISTORY = `m.role IN ('user', 'assistant') AND m.status = 'completed'`

interface Row extends Omit<StoredMessage, 'sessionId' | 'nodeId' | 'metadata' | 'content'> {
  readonly nodeId: string | null
  readonly metadata: string | Uint8Array
  readonly content: string | Uint8Array
}

type MessageReads = Pick<SessionStore, 'messages' | 'message' | 'changedSince' | 'said'>

export function messageReads(sql: Sql): MessageReads {
  /** Messages of a session; further parameters are `$2` and so on. */
  const read = async (sessionId: string, rest: string, ...params: SqlValue[]): Promise<StoredMessage[]> => {
    if (!isStorable(sessionId)) return []
    const rows = await sql.all<Row>(`SELECT ${COLUMNS} FROM messages m WHERE ${OF_SESSION} ${rest}`, [
      sessionId,
      ...params,
    ])
    return rows.map((row) => messageOf(row, sessionId))
  }

  /** How many messages fit on a page, and whether there are more. */
  const sizeOf = async (id: string, { rest, from }: PageRange, limit: number) => {
    const rows = await sql.all<{ size: number }>(`SELECT ${SIZE} AS size FROM messages m WHERE ${OF_SESSION} ${rest}`, [
      ...[id, from, limit + 1],
    ])
    let room = MAX_PAGE_BYTES
    const tooMuch = rows.findIndex(({ size }, at) => {
      room -= size
      return room < 0 && at > 0
    })
    const fits = Math.min(limit, tooMuch < 0 ? rows.length : tooMuch)
    return { fits, isMore: rows.length > fits }
  }

  return {
    async messages(sessionId, query) {
      if (!isStorable(sessionId)) return { items: [], hasMore: false, hasOlder: false }
      const session = await sql.get<Range>(RANGE, [sessionId])
      const range = pageRangeOf(query)
      const { fits, isMore } = await sizeOf(sessionId, range, query.limit)
      const found = fits === 0 ? [] : await read(sessionId, range.rest, range.from, fits)
      return withFlags(found, query, { last: session?.last ?? 0, oldest: session?.oldest ?? null, isMore })
    },

    async message(sessionId, id) {
      return isStorable(id) ? (await read(sessionId, 'AND m.id = $2', id))[0] : undefined
    },

    changedSince: (sessionId, change, limit) =>
      read(sessionId, 'AND m.change > $2 ORDER BY m.change LIMIT $3', change, limit),

    async said(sessionId, before, limit) {
      const newest = await read(
        sessionId,
        `AND ${IS_CHAT_HISTORY} AND m.number < $2 AND m.number > (SELECT reset_at FROM sessions WHERE id = $1)
        ORDER BY m.number DESC LIMIT $3`,
        before,
        limit,
      )
      return newest.reverse()
    },
  }
}

/** A page: the rest of a query after the session, with `$2` as the start and `$3` as the limit. */
interface PageRange {
  readonly rest: string
  readonly from: number
}

function pageRangeOf({ latest, before, since = 0, sinceTime }: MessageQuery): PageRange {
  const below = 'AND m.number < $2 ORDER BY m.number DESC LIMIT $3'
  if (latest) return { rest: below, from: Number.MAX_SAFE_INTEGER }
  if (before !== undefined) return { rest: below, from: before }
  if (sinceTime === undefined) return { rest: 'AND m.number > $2 ORDER BY m.number LIMIT $3', from: since }
  return { rest: 'AND m.at > $2 ORDER BY m.at, m.number LIMIT $3', from: sinceTime }
}

/** Numbers have no gaps, so the oldest and the newest determine whether there are messages before and after a page. */
function withFlags(
  found: readonly StoredMessage[],
  query: MessageQuery,
  { last, oldest, isMore }: Range & { readonly isMore: boolean },
): MessagePage {
  const { latest, before, since = 0, sinceTime } = query
  const isUpwards = !latest && before === undefined
  const isByTime = isUpwards && sinceTime !== undefined
  // Times may be out of order, and older messages were read newest first.
  const items = found.toSorted((a, b) => a.number - b.number)
  // An empty page is after all messages, or before them.
  const first = items[0]?.number ?? (isUpwards ? last + 1 : 1)
  const end = items.at(-1)?.number ?? (isUpwards ? since : Math.max(0, (before ?? 0) - 1))
  const hasMore = isByTime ? isMore : !latest && oldest !== null && end < last
  return { items, hasMore, hasOlder: oldest !== null && first > oldest }
}

/** A message by id, if the row of its session is known. */
export async function messageIn(sql: Sql, session: { num: number; id: string }, id: string) {
  if (!isStorable(id)) return undefined
  const row = await sql.get<Row>(`SELECT ${COLUMNS} FROM messages m WHERE m.session = $1 AND m.id = $2`, [
    session.num,
    id,
  ])
  return row && messageOf(row, session.id)
}

/** Inserts messages of a session, which is given by its number. */
export function insertMessages({ dialect }: Sql, session: number, messages: readonly StoredMessage[]): Statement[] {
  const statements: Statement[] = []
  for (let at = 0; at < messages.length; ) {
    const count = messages.length - at >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1
    const rows = messages.slice(at, at + count)
    at += count
    statements.push({
      text: `INSERT INTO messages (${NAMES}) VALUES ${rows.map((_, row) => `(${placeholders(row)})`).join(', ')}`,
      params: rows.flatMap((message) => [
        session,
        message.number,
        message.change,
        message.id,
        message.role,
        message.status,
        message.at,
        message.parentId,
        message.executionId,
        message.nodeId === null ? null : JSON.stringify(message.nodeId),
        dialect.longText(JSON.stringify(message.metadata)),
        dialect.longText(JSON.stringify(message.content)),
      ]),
    })
  }
  return statements
}

function placeholders(row: number): string {
  return Array.from({ length: WIDTH }, (_, at) => `$${row * WIDTH + at + 1}`).join(', ')
}

/** Updates the mutable fields of a message; the content only if it changed. */
export function updateMessage(
  { dialect }: Sql,
  session: number,
  message: StoredMessage,
  isRewritten: boolean,
): Statement {
  const { number, change, status, metadata, content } = message
  return {
    text: `UPDATE messages SET change = $3, status = $4, metadata = $5${isRewritten ? ', content = $6' : ''}
      WHERE session = $1 AND number = $2`,
    params: [
      ...[session, number, change, status, dialect.longText(JSON.stringify(metadata))],
      ...(isRewritten ? [dialect.longText(JSON.stringify(content))] : []),
    ],
    mustChange: true,
  }
}

function messageOf({ nodeId, metadata, content, ...row }: Row, sessionId: string): StoredMessage {
  return {
    ...row,
    sessionId,
    nodeId: nodeId === null ? null : (JSON.parse(nodeId) as string),
    metadata: JSON.parse(textOf(metadata)) as StoredMessage['metadata'],
    content: JSON.parse(textOf(content)) as string,
  }
}
