/**
 * What goes on for as long as a credential is good: streams. Whoever's token is revoked, whoever signs out, and whoever's
 * time is up, hears no more.
 */
import type { Clock } from '../given.ts'
import type { Caller } from './caller.ts'

/** Somebody, and the secret of their session if that is what they came with. */
export interface Use {
  readonly caller: Caller
  readonly session: string | undefined
}

export interface Uses {
  /** Calls `end` when the credential is no longer good; the answer takes that back. */
  add(use: Use, end: () => void): () => void
  endOfToken(id: string): void
  endOfSession(secret: string): void
}

/** Timers take no longer time. A stream of weeks may be asked to come again. */
const LONGEST_MS = 2 ** 31 - 1

export function createUses(clock: Clock): Uses {
  const open = new Map<() => void, Use>()
  const endWhere = (isOver: (use: Use) => boolean) => {
    for (const [end, use] of [...open]) if (isOver(use)) end()
  }
  return {
    add(use, end) {
      const { expiresAt } = use.caller
      const left = expiresAt === null ? undefined : Math.min(Math.max(expiresAt - clock.now(), 0), LONGEST_MS)
      const own = () => end()
      open.set(own, use)
      const timer = left === undefined ? undefined : setTimeout(own, left).unref()
      return () => {
        clearTimeout(timer)
        open.delete(own)
      }
    },
    endOfToken: (id) => endWhere(({ caller }) => caller.tokenId === id),
    endOfSession: (secret) => endWhere(({ session }) => session === secret),
  }
}
