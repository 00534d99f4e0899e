/** Cuts a text into pieces of so many words, characters, sentences or paragraphs. */
import { NodeFailure } from '@millrace/model'
import { badSetting } from '../running/input-values.ts'

/** Where each word (or sentence, …) begins and ends. Two lists of numbers: a long text has millions of characters. */
interface Spans {
  readonly from: number[]
  readonly to: number[]
}

/** Pieces that overlap repeat text; together they may not be longer than this, in characters. */
const MAX_TOTAL = 67_108_864

const SPANS = {
  words: (text) => matchesOf(text, /\S+/g),
  characters,
  sentences,
  /** Lines up to an empty one. */
  paragraphs: (text) => matchesOf(text, /\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/g),
} satisfies Record<string, (text: string) => Spans>

export type Counted = keyof typeof SPANS

/** Pieces of `size`, each beginning with the last `overlap` of the one before. What stands between is kept as it is. */
export function pieces(text: string, counted: Counted, { size, overlap }: { size: number; overlap: number }): string[] {
  if (overlap >= size) throw badSetting('overlap', 'must be less than the size of a piece')
  const { from, to } = SPANS[counted](text)
  const found: string[] = []
  let total = 0
  for (let at = 0; at < from.length; at += size - overlap) {
    const piece = text.slice(from[at], to[Math.min(at + size, to.length) - 1])
    total += piece.length
    if (total > MAX_TOTAL) throw new NodeFailure('TOO_LARGE', 'The pieces overlap so much that they are too many.')
    found.push(counted === 'characters' ? piece : piece.trimEnd())
    // Another piece would hold nothing but what this one ends with.
    if (at + size >= from.length) break
  }
  return found
}

/** Cut wherever the separator stands; without one, between all characters. */
export function cutAt(text: string, separator: string): string[] {
  if (text === '') return []
  return separator === '' ? [...text] : text.split(separator)
}

/** Code points, as everywhere where lengths are counted. */
function characters(text: string): Spans {
  const spans: Spans = { from: [], to: [] }
  for (let at = 0; at < text.length; ) {
    const end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    spans.from.push(at)
    spans.to.push(end)
    at = end
  }
  return spans
}

function sentences(text: string): Spans {
  const spans: Spans = { from: [], to: [] }
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    if (segment.trim() === '') continue
    spans.from.push(index + segment.length - segment.trimStart().length)
    spans.to.push(index + segment.length)
  }
  return spans
}

function matchesOf(text: string, pattern: RegExp): Spans {
  const spans: Spans = { from: [], to: [] }
  for (const { 0: match, index } of text.matchAll(pattern)) {
    spans.from.push(index)
    spans.to.push(index + match.length)
  }
  return spans
}
