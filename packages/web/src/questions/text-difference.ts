/** Word-level difference of two texts. */

export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Above this number of word pairs, the whole texts are shown as removed and added. */
const MAX_PAIRS = 250_000

/** The pieces that turn one text into the other; neighbors of one kind are merged. */
export function textDifference(before: string, after: string): Piece[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const [left, right] = [wordsOf(before), wordsOf(after)]
  if (left.length * right.length > MAX_PAIRS) return joined([piece('removed', before), piece('added', after)])
  return joined(walk(left, right, lengths(left, right)))
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Lengths of the longest common subsequence from each pair of positions to the ends. */
function lengths(left: readonly string[], right: readonly string[]): number[][] {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = table[i] ?? []
      const below = table[i + 1] ?? []
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

function walk(left: readonly string[], right: readonly string[], table: readonly number[][]): Piece[] {
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]]
    if (a !== undefined && a === b) {
      pieces.push(piece('same', a))
      i++
      j++
    } else if (b === undefined || (a !== undefined && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      pieces.push(piece('removed', a ?? ''))
      i++
    } else {
      pieces.push(piece('added', b))
      j++
    }
  }
  return pieces
}

/** Merges neighbors of one kind; in a run of changes, removed text comes first. */
function joined(pieces: readonly Piece[]): Piece[] {
  const done: Piece[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') done.push(piece('removed', removed))
    if (added !== '') done.push(piece('added', added))
    removed = ''
    added = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = done.at(-1)
      if (last?.kind === 'same') done[done.length - 1] = piece('same', last.text + text)
      else done.push(piece('same', text))
    }
  }
  flush()
  return done
}

function piece(kind: Piece['kind'], text: string): Piece {
  return { kind, text }
}
