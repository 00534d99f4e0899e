/**
 * Changes of sessions, with optimistic locking: a change is computed from the session that was read and written only if
 * `lastChange` is still the same. So numbers in a session have no gaps and no duplicates, regardless of other writers.
 * A writer that loses the race reads the session again.
 */
import { insertMessages, messageIn, updateMessage } from './messages.ts'
import type {
  MessageChange,
  NewMessage,
  SessionStep,
  SessionStore,
  StoredMessage,
  StoredTurn,
} from './playground-store.ts'
import { type SessionRow, sessionOf, sessionRow } from './session-rows.ts'
import { insertTurn, moveTurn } from './session-turns.ts'
import type { Sql, Statement } from './sql.ts'

/** Gives up after losing this many races. Steps of one process are serialized, so this is rare. */
const MAX_TRIES = 100

type StepResult = Awaited<ReturnType<SessionStore['step']>>

export async function takeStep(sql: Sql, transaction: Sql['transaction'], step: SessionStep): Promise<StepResult> {
  let before = await sessionRow(sql, step.sessionId)
  for (let tries = 0; before !== undefined && tries < MAX_TRIES; tries++) {
    if (step.ifStatus !== undefined && step.ifStatus !== before.status) return undefined
    const touched = await touchedBy(sql, before, step)
    if (touched === undefined) return undefined
    const messages = numbered(before, [...touched.values()])
    const after = sessionAfter(before, step, messages)
    const isDone = await transaction([
      updateSession(before, after),
      ...(step.turn === undefined ? [] : [moveTurn(before.id, step.turn)]),
      ...writesOf(sql, before.num, messages),
    ])
    if (isDone) return { session: sessionOf(after), messages: messages.map(({ message }) => message) }
    const now = await sessionRow(sql, step.sessionId)
    // No race was lost, so the turn has another `seen` than expected.
    if (now?.lastChange === before.lastChange) return undefined
    before = now
  }
  return undefined
}

export async function beginTurn(
  sql: Sql,
  transaction: Sql['transaction'],
  { turn, message }: { readonly turn: Omit<StoredTurn, 'status' | 'seen'>; readonly message: NewMessage },
): Promise<StoredMessage | 'busy' | undefined> {
  for (;;) {
    const before = await sessionRow(sql, turn.sessionId)
    if (before === undefined) return undefined
    // Only one of several concurrent calls makes the session `running`; the others return here.
    if (before.status !== 'idle') return 'busy'
    const step = { sessionId: before.id, at: message.at, add: [message], status: 'running' } as const
    const messages = numbered(before, [{ message: added(before.id, message), isNew: true, isRewritten: false }])
    const after = sessionAfter(before, step, messages)
    const isDone = await transaction([
      updateSession(before, after),
      ...writesOf(sql, before.num, messages),
      insertTurn(sql, turn),
    ])
    if (isDone) return messages[0]?.message
  }
}

/** A message that a step adds or changes. */
interface Touched {
  readonly message: StoredMessage
  readonly isNew: boolean
  readonly isRewritten: boolean
}

/** The messages of a step by id, new ones first; undefined if one to change does not exist. */
async function touchedBy(
  sql: Sql,
  session: SessionRow,
  { add = [], change = [] }: SessionStep,
): Promise<ReadonlyMap<string, Touched> | undefined> {
  const touched = new Map<string, Touched>()
  for (const message of add) {
    touched.set(message.id, { message: added(session.id, message), isNew: true, isRewritten: false })
  }
  if (touched.size < add.length) throw new Error('The added messages of a session step must have different ids.')
  for (const each of change) {
    const known = touched.get(each.id)
    const message = known?.message ?? (await messageIn(sql, session, each.id))
    if (message === undefined) return undefined
    touched.set(each.id, {
      message: changed(message, each),
      isNew: known?.isNew ?? false,
      isRewritten: known?.isRewritten || each.content !== undefined,
    })
  }
  return touched
}

/** The numbers are assigned when all messages of the step are known. */
function added(sessionId: string, message: NewMessage): StoredMessage {
  return { ...message, sessionId, number: 0, change: 0 }
}

function changed(message: StoredMessage, { status, content, metadata }: MessageChange): StoredMessage {
  return {
    ...message,
    ...(status !== undefined && { status }),
    ...(content !== undefined && { content }),
    ...(metadata !== undefined && { metadata: { ...message.metadata, ...metadata } }),
  }
}

function sessionAfter(
  before: SessionRow,
  { at, add = [], status, name: newName, resetAt }: SessionStep,
  touched: readonly Touched[],
): SessionRow {
  const lastMessage = before.lastMessage + add.length
  // The column has JSON, because Postgres cannot store every text.
  const name = newName === undefined ? before.name : JSON.stringify(newName)
  const isMoved = (status !== undefined && status !== before.status) || resetAt !== undefined || name !== before.name
  return {
    ...before,
    updatedAt: touched.reduce((newest, { message }) => Math.max(newest, message.at), Math.max(at, before.updatedAt)),
    status: status ?? before.status,
    name,
    lastMessage,
    lastChange: before.lastChange + touched.length + (isMoved ? 1 : 0),
    resetAt: resetAt === undefined ? before.resetAt : lastMessage,
  }
}

function numbered(before: SessionRow, touched: readonly Touched[]): Touched[] {
  let number = before.lastMessage
  // The status gets the number after the messages: a client that has seen it has seen every message before it.
  let change = before.lastChange
  // Older clients fetch messages after the time of their last message, so no two messages may have the same time.
  let time = before.updatedAt
  return touched.map(({ message, ...rest }) => {
    change += 1
    if (!rest.isNew) return { ...rest, message: { ...message, change } }
    number += 1
    time = Math.max(message.at, time + 1)
    return { ...rest, message: { ...message, number, change, at: time } }
  })
}

function updateSession(before: SessionRow, after: SessionRow): Statement {
  return {
    text: `UPDATE sessions SET status = $3, updated_at = $4, last_message = $5, last_change = $6, reset_at = $7, name = $8
      WHERE num = $1 AND last_change = $2`,
    params: [
      ...[before.num, before.lastChange],
      ...[after.status, after.updatedAt, after.lastMessage, after.lastChange, after.resetAt, after.name],
    ],
    mustChange: true,
  }
}

function writesOf(sql: Sql, session: number, touched: readonly Touched[]): Statement[] {
  const isNew = touched.filter((each) => each.isNew).map(({ message }) => message)
  return [
    ...insertMessages(sql, session, isNew),
    ...touched
      .filter((each) => !each.isNew)
      .map(({ message, isRewritten }) => updateMessage(sql, session, message, isRewritten)),
  ]
}
