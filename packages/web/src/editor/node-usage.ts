/** Counts the node types that a user adds, in this browser, so that the search can prefer them. Old uses fade. */

const KEY = 'millrace:node-usage'
const HALF_LIFE_MS = 14 * 24 * 60 * 60 * 1000
const MAX_TYPES = 100
/** With fewer uses than this a type does not yet count as the user's favourite. */
const CONFIDENCE = 2

interface Use {
  /** Number of uses, faded to the time `at`. */
  readonly weight: number
  readonly at: number
}

export interface NodeUsage {
  readonly record: (type: string) => void
  /** How much a type is used, from 0 (never) to nearly 1 (by far the most). */
  readonly score: (type: string) => number
  /** The types that were used, most used first. */
  readonly favourites: (max: number) => string[]
}

type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>

export function nodeUsage(
  storage: () => KeyValueStorage = () => localStorage,
  now: () => number = Date.now,
): NodeUsage {
  let uses: Map<string, Use> | undefined
  const all = () => {
    uses ??= stored(storage)
    return uses
  }
  const weightOf = (type: string) => faded(all().get(type), now())
  return {
    record(type) {
      all().set(type, { weight: weightOf(type) + 1, at: now() })
      const kept = ranked(all(), now()).slice(0, MAX_TYPES)
      uses = new Map(kept)
      try {
        storage().setItem(KEY, JSON.stringify(kept))
      } catch {
        // Private windows may block storage; the counts then last until the page is closed.
      }
    },
    score(type) {
      const weights = [...all().values()].map((use) => faded(use, now()))
      return weightOf(type) / (Math.max(0, ...weights) + CONFIDENCE)
    },
    favourites: (max) =>
      ranked(all(), now())
        .slice(0, max)
        .map(([type]) => type),
  }
}

/** The counts of this browser, shared by all editors on the page. */
export const browserUsage = nodeUsage()

function faded(use: Use | undefined, now: number): number {
  return use === undefined ? 0 : use.weight * 0.5 ** (Math.max(0, now - use.at) / HALF_LIFE_MS)
}

function ranked(uses: ReadonlyMap<string, Use>, now: number): [string, Use][] {
  return [...uses].sort(([, a], [, b]) => faded(b, now) - faded(a, now))
}

function stored(storage: () => KeyValueStorage): Map<string, Use> {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
    return new Map(Array.isArray(value) ? value.filter(isEntry) : [])
  } catch {
    return new Map()
  }
}

function isEntry(value: unknown): value is [string, Use] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false
  const use: unknown = value[1]
  return (
    typeof use === 'object' &&
    use !== null &&
    'weight' in use &&
    Number.isFinite(use.weight) &&
    'at' in use &&
    Number.isFinite(use.at)
  )
}
