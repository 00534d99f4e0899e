/** Ends streams when the credential that opened them is revoked or expires, or its session ends. */

import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'

export interface CredentialStreams {
  /** Calls `end` when the caller's credential is no longer valid; the returned function unsubscribes. */
  add(caller: Caller, end: () => void): () => void
  endOfToken(id: string): void
  /** Ends the streams that were opened with a session, by its hash, or with a ticket created from it. */
  endOfSession(hash: string): void
  /** Ends the streams that were opened with tokens of a person, whose rights have changed. */
  endOfOwner(personId: string): void
  /** Ends the streams of all members of projects. */
  endOfMembers(): void
  /** The callers with open streams. */
  readonly callers: readonly Caller[]
}

/** The maximum delay of a timer. A stream that lasts for weeks may have to reconnect. */
const LONGEST_MS = 2 ** 31 - 1
/** Number of recently ended credentials to remember, for requests that were accepted just before. */
const MAX_REMEMBERED = 1_000

export function createCredentialStreams(clock: Clock): CredentialStreams {
  const open = new Map<() => void, Caller>()
  /** Credentials, and when they ended. What was checked later is valid: a person can be enabled again. */
  const ended = new Map<string, number>()

  function endOf(credential: string, at = Number.POSITIVE_INFINITY): void {
    ended.set(credential, at)
    const [oldest] = ended.keys()
    if (ended.size > MAX_REMEMBERED && oldest !== undefined) ended.delete(oldest)
    for (const [end, caller] of [...open]) if (credentialsOf(caller).includes(credential)) end()
  }

  return {
    add(caller, end) {
      const { expiresAt } = caller
      const left = expiresAt === null ? undefined : Math.min(Math.max(expiresAt - clock.now(), 0), LONGEST_MS)
      const own = () => end()
      open.set(own, caller)
      const timer = left === undefined ? undefined : setTimeout(own, left).unref()
      const checkedAt = caller.owner?.checkedAt ?? 0
      if (credentialsOf(caller).some((credential) => (ended.get(credential) ?? checkedAt) > checkedAt)) end()
      return () => {
        clearTimeout(timer)
        open.delete(own)
      }
    },
    get callers() {
      return [...open.values()]
    },
    endOfMembers() {
      for (const [end, caller] of [...open]) if (caller.projects !== undefined) end()
    },
    endOfOwner: (personId) => endOf(`owner ${personId}`, clock.now()),
    endOfToken: (id) => endOf(`token ${id}`),
    endOfSession: (hash) => endOf(`session ${hash}`),
  }
}

function credentialsOf({ tokenId, session, owner }: Caller): string[] {
  return [
    ...(tokenId === null ? [] : [`token ${tokenId}`]),
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(owner === undefined ? [] : [`owner ${owner.id}`]),
  ]
}
