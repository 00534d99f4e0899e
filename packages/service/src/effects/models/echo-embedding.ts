/**
 * Embeddings of the provider `echo`: every word adds a few fixed directions, and a text is the sum of its words. Texts
 * that share words are close to each other, deterministically; meaning is not considered.
 */
import type { Usage } from '@millrace/model'
import { usageFor } from './echo.ts'

const DIMENSIONS = 64
const DIRECTIONS_A_WORD = 4

/** A unit vector for every text. */
export function echoEmbeddings(texts: readonly string[]): { embeddings: number[][]; usage: Usage } {
  return { embeddings: texts.map(embeddingOf), usage: usageFor(texts, []) }
}

function embeddingOf(text: string): number[] {
  const vector = Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (let turn = 0; turn < DIRECTIONS_A_WORD; turn++) {
      const hash = hashOf(`${turn}:${word}`)
      const at = hash % DIMENSIONS
      vector[at] = (vector[at] ?? 0) + ((hash >>> 16) & 1 ? 1 : -1)
    }
  }
  const length = Math.hypot(...vector)
  // A text without words gets a fixed unit vector, because zero cannot be normalised.
  return length === 0 ? vector.map((_, at) => (at === 0 ? 1 : 0)) : vector.map((value) => value / length)
}

/** FNV-1a with an extra mixing step, so that its low bits are well distributed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
