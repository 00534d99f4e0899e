/** Words as they are compared: without case and accents, with endings and small typing errors forgiven. */

/** Lower case, umlauts written out, other accents dropped. */
export function normalised(text: string): string {
  const plain = text.toLowerCase().replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? 'ss')
  return plain.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The words of a name: `maxTokens`, `max_tokens` and `Max tokens` have the same. */
export function wordsOf(name: string): string[] {
  return normalised(name.replace(/([a-z\d])([A-Z])/g, '$1 $2')).match(/[\p{L}\p{N}]+/gu) ?? []
}

export type Words = readonly string[]
export const NO_MATCH = Number.POSITIVE_INFINITY
/** Gap of two forms of the same word, such as singular and plural. */
export const INFLECTED = 0.5
const ENDINGS = new Set(['s', 'es', 'e', 'n', 'en'])

/** How far apart two words are: 0 the same, 0.5 another ending, 1 or 2 typing errors, else infinite. */
export function wordGap(a: string, b: string): number {
  if (a === b) return 0
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long.startsWith(short) && ENDINGS.has(long.slice(short.length))) return INFLECTED
  const most = short.length >= 9 ? 2 : 1
  const isFar = short.length < 5 || long.length > 40 || long.length - short.length > most
  if (isFar || a[0] !== b[0] || /\d/.test(a + b)) return NO_MATCH
  const errors = typingErrors(a, b)
  return errors <= most ? errors : NO_MATCH
}

/** How far apart two names are; several words may be written as one. */
export function nameGap(given: Words, name: Words): number {
  if (given.length === 0 || name.length === 0) return NO_MATCH
  const isSingle = given.length === 1 && name.length === 1
  const joined = isSingle ? NO_MATCH : Math.max(INFLECTED, wordGap(given.join(''), name.join('')))
  if (given.length !== name.length) return joined
  const sum = given.reduce((total, word, at) => total + wordGap(word, name[at] ?? ''), 0)
  return Math.min(sum <= 2 ? sum : NO_MATCH, joined)
}

/** Letters added, dropped, changed or swapped with their neighbour. */
function typingErrors(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : NO_MATCH
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The entries whose gap is smallest, and that gap. */
export function nearest<T>(entries: Iterable<T>, gapOf: (entry: T) => number): { found: T[]; gap: number } {
  let [found, gap]: [T[], number] = [[], NO_MATCH]
  for (const entry of entries) {
    const own = gapOf(entry)
    if (own > gap || own === NO_MATCH) continue
    if (own < gap) found = []
    found.push(entry)
    gap = own
  }
  return { found, gap }
}
