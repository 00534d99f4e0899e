/** Finds the spelling that was probably meant. Bounded, because both the word and the list come from outside. */
const LONGEST_WORD = 64
const MOST_CANDIDATES = 1000

/** The candidate that is closest to `given`, or undefined if none is close. */
export function nearestTo(given: string, candidates: Iterable<string>): string | undefined {
  const wanted = given.toLowerCase()
  if (wanted === '' || wanted.length > LONGEST_WORD) return undefined
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  let containing: string | undefined
  let seen = 0
  for (const candidate of candidates) {
    if (seen++ >= MOST_CANDIDATES) break
    if (candidate.length > LONGEST_WORD) continue
    const lower = candidate.toLowerCase()
    if (wanted.length >= 3 && lower.includes(wanted)) containing ??= candidate
    const distance = editDistance(wanted, lower, bestDistance)
    if (distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  // Changing two letters turns any short word into any other.
  if (best !== undefined && bestDistance < Math.max(wanted.length, best.length)) return best
  return containing
}

/** The Levenshtein distance; `limit` if it is that large or larger. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const cost = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      next.push(cost)
      if (cost < least) least = cost
    }
    if (least >= limit) return limit
    row = next
  }
  return Math.min(row[b.length] ?? limit, limit)
}
