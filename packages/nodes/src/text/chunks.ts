/** Splits text into chunks by words, characters, sentences or paragraphs. */
import { NodeFailure } from '@millrace/model'
import { badSetting } from '../running/input-values.ts'

/** Start and end of each unit. Two number lists, because a long text has millions of characters. */
interface Spans {
  readonly from: number[]
  readonly to: number[]
}

/** Limit for the total length of overlapping chunks, in characters. */
const MAX_TOTAL = 67_108_864

const SPANS = {
  words: (text) => matchesOf(text, /\S+/g),
  characters,
  sentences,
  /** Lines up to an empty one. */
  paragraphs: (text) => matchesOf(text, /\S[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/g),
} satisfies Record<string, (text: string) => Spans>

export type Counted = keyof typeof SPANS

/**
 * Chunks of `size` units that each start with the last `overlap` units of the previous one. Separators inside are kept.
 */
export function pieces(text: string, counted: Counted, { size, overlap }: { size: number; overlap: number }): string[] {
  if (overlap >= size) throw badSetting('overlap', 'must be less than the chunk size')
  const { from, to } = SPANS[counted](text)
  const found: string[] = []
  let total = 0
  for (let at = 0; at < from.length; at += size - overlap) {
    const piece = text.slice(from[at], to[Math.min(at + size, to.length) - 1])
    total += piece.length
    if (total > MAX_TOTAL) throw new NodeFailure('TOO_LARGE', 'The overlapping chunks are too large in total.')
    found.push(counted === 'characters' ? piece : piece.trimEnd())
    // Another chunk would only repeat the end of this one.
    if (at + size >= from.length) break
  }
  return found
}

/** Splits at the separator; at every character without one. */
export function cutAt(text: string, separator: string): string[] {
  if (text === '') return []
  return separator === '' ? [...text] : text.split(separator)
}

/** Code points, as everywhere that lengths are counted. */
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
