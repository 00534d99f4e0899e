/** Words as they are compared: lower case, one form of plurals and spellings, small slips of the keyboard forgiven. */

/** The words of a text. Marks of held texts are words of their own; `_`, `-`, `/` and capitals inside divide. */
export function wordsOf(text: string): string[] {
  if (text.length > LONGEST_KEPT) return divided(text)
  const known = kept.get(text)
  if (known !== undefined) return [...known]
  if (kept.size >= MOST_KEPT) kept.clear()
  const words = divided(text)
  kept.set(text, words)
  return [...words]
}

/** Names of types, settings and labels are asked for again and again: thousands of nodes have few of them. */
const kept = new Map<string, readonly string[]>()
const LONGEST_KEPT = 60
const MOST_KEPT = 5000

function divided(text: string): string[] {
  const apart = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return (apart.match(/⟦\d+⟧|[\p{L}\p{N}]+(?:'(?!s\b)\p{L}+)?/gu) ?? []).map(stemOf)
}

/** One spelling for the forms of a word. */
export function stemOf(word: string): string {
  let stem = word
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  return stem.length > 5 ? stem.replace(/is(e|er|ing|ed|ation)$/, 'iz$1') : stem
}

const SHORTEST_FORGIVEN = 5
const LONG = 8

/** Whether two words are the same but for a slip. */
export function isNearly(a: string, b: string): boolean {
  if (a === b) return true
  const [least, most] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
  if (least < SHORTEST_FORGIVEN || most > 40) return false
  return slipsBetween(a, b) <= (least >= LONG ? 2 : 1)
}

/** Letters added, dropped, changed, or swapped with their neighbour. */
export function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min((row[j - 1] ?? 0) + (isSame ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

export interface Found {
  /** From which word, and up to which. */
  readonly start: number
  readonly end: number
  readonly slips: number
}

/** Where words occur in a text, one after the other; the first place. */
export function findWords(text: readonly string[], wanted: readonly string[]): Found | undefined {
  if (wanted.length === 0) return undefined
  for (let start = 0; start + wanted.length <= text.length; start++) {
    let slips = 0
    const isHere = wanted.every((word, at) => {
      const given = text[start + at] ?? ''
      if (given === word) return true
      slips++
      return isNearly(given, word)
    })
    if (isHere) return { start, end: start + wanted.length, slips }
  }
  // "chatmodle": two words written as one.
  if (wanted.length > 1) {
    const joined = wanted.join('')
    const at = text.findIndex((word) => word.length >= SHORTEST_FORGIVEN && isNearly(word, joined))
    if (at >= 0) return { start: at, end: at + 1, slips: text[at] === joined ? 0 : 1 }
  }
  return undefined
}

const NUMBERS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  hundred: 100,
  thousand: 1000,
}

/** The number that a word says, in figures or in letters. */
export function numberOf(word: string): number | undefined {
  if (/^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(word)) return Number(word)
  if (/^\d+(?:\.\d+)?k$/i.test(word)) return Number(word.slice(0, -1)) * 1000
  return Object.hasOwn(NUMBERS, word.toLowerCase()) ? NUMBERS[word.toLowerCase()] : undefined
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** Which one is meant: from 0, or -1 for the last. */
export function ordinalIn(text: string): number | undefined {
  if (/\b(?:last|final)\b/i.test(text)) return -1
  const at = ORDINALS.findIndex((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
  if (at >= 0) return at
  const figure = /\b(\d+)(?:st|nd|rd|th)\b/i.exec(text)?.[1]
  return figure === undefined ? undefined : Number(figure) - 1
}

/** Parts of a list: `a, b and c`. */
export function partsOf(text: string): string[] {
  return text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+|\s*\/\s*/)
    .map((part) => part.replace(/^(?:and|or|their|his|her|its|your|my|the|an?)\s+/i, '').trim())
    .filter((part) => part !== '')
}
