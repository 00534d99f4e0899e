/** A message that a new one replaces: the answer is generated again, or the person edited the message. */
import { Problem } from '@millrace/model'
import type { SessionStore, StoredMessage, StoredSession } from '@millrace/store'
import type { Caller } from '../platform/caller.ts'
import type { Vault } from '../platform/secrets.ts'
import { openLaunch } from './sealed-launch.ts'

interface ReplacedNeeds {
  readonly sessions: Pick<SessionStore, 'message' | 'turnOf'>
  readonly vault: Vault
}

/** The replaced message; a Problem if it is not a message of a person in the current conversation. */
export async function replacedMessage(
  { sessions }: ReplacedNeeds,
  { id, resetAt }: StoredSession,
  messageId: string,
): Promise<StoredMessage> {
  const found = await sessions.message(id, messageId)
  if (found?.role === 'user' && found.number > resetAt) return found
  const message = 'is not a message of a person in the current conversation'
  throw new Problem('VALIDATION_ERROR', {
    message: `The message "${messageId}" ${message}.`,
    details: [{ code: 'UNKNOWN_VALUE', message, path: '/replaces' }],
  })
}

/** The number of the first message that is replaced: the message may itself have replaced an earlier one. */
export function startOf({ number, metadata }: StoredMessage): number {
  return typeof metadata.replaces === 'number' ? Math.min(metadata.replaces, number) : number
}

/** The inputs that were sent with a message; none if another person sent it: they may contain secrets. */
export async function inputsOf(
  { sessions, vault }: ReplacedNeeds,
  { executionId }: StoredMessage,
  by: Caller,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const turn = executionId === null ? undefined : await sessions.turnOf(executionId)
  if (turn === undefined) return undefined
  const { sent, byId } = await openLaunch(vault, turn)
  return byId === by.id ? sent : undefined
}
