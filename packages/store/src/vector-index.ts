/**
 * The embeddings of one collection in memory, and the search through all of them.
 *
 * They are normalised, so that cosine similarity is a dot product, and stored in blocks of a megabyte, so that nothing
 * is copied when the collection grows. The scan yields to the event loop every few milliseconds; documents may be added
 * in between, because blocks are never moved.
 */
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { type MetadataFilter, MetadataTags } from './metadata-tags.ts'
import { Nearest, type Scored } from './nearest.ts'

/** Numbers in a block: one megabyte. */
const BLOCK = 262_144
/** Multiplications between two yields: about 4 ms. */
const TURN = 2 * 1_048_576
/** Approximate memory of the number of a document and its index. */
const PLACE_BYTES = 64

export class VectorIndex {
  readonly dimensions: number
  /** The version of the collection up to which this has all changes. */
  version = 0
  /** Created by the first search with a filter. */
  tags: MetadataTags | undefined
  readonly #rows: number
  readonly #blocks: Float32Array[] = []
  /** Document numbers by index, and indexes by document number. */
  readonly #nums: number[] = []
  readonly #places = new Map<number, number>()

  /** `expected` is the approximate number of documents, so that a small collection gets a small block. */
  constructor(dimensions: number, expected: number) {
    this.dimensions = dimensions
    this.#rows = Math.max(1, Math.min(Math.max(16, expected), Math.floor(BLOCK / dimensions)))
  }

  get size(): number {
    return this.#nums.length
  }

  get bytes(): number {
    const block = this.#rows * this.dimensions * Float32Array.BYTES_PER_ELEMENT
    return this.#blocks.length * block + this.size * PLACE_BYTES + (this.tags?.bytes ?? 0)
  }

  /** Adds or replaces a document. */
  put(num: number, embedding: Float32Array): void {
    const place = this.#places.get(num) ?? this.#nums.push(num) - 1
    this.#places.set(num, place)
    const at = Math.floor(place / this.#rows)
    let block = this.#blocks[at]
    if (block === undefined) {
      block = new Float32Array(this.#rows * this.dimensions)
      this.#blocks.push(block)
    }
    normaliseInto(block.subarray((place % this.#rows) * this.dimensions), embedding)
  }

  /** Sets the metadata, a JSON text, of a document in the index. */
  putMetadata(num: number, metadata: string, tags = this.tags): void {
    const place = this.#places.get(num)
    if (place !== undefined) tags?.put(place, metadata)
  }

  /** The nearest documents, best first. A filter restricts them to matching documents and needs `tags`. */
  async nearest(embedding: Float32Array, limit: number, filter?: MetadataFilter): Promise<Scored[]> {
    const query = unitOf(embedding)
    const nearest = new Nearest(limit)
    const isWanted = filter && (this.tags ?? new MetadataTags()).test(filter)
    let products = 0
    for (const [at, block] of this.#blocks.entries()) {
      const first = at * this.#rows
      const end = Math.min(first + this.#rows, this.#nums.length)
      for (let place = first; place < end; place++) {
        if (isWanted !== undefined && !isWanted(place)) continue
        nearest.offer(this.#nums[place] ?? 0, cosine(query, block, (place - first) * this.dimensions))
      }
      products += block.length
      if (products < TURN) continue
      products = 0
      await nextEventLoopTurn()
    }
    return nearest.best()
  }
}

/** A normalised embedding for comparisons. A zero vector stays zero: its similarity to everything is 0. */
export function unitOf(embedding: Float32Array): Float64Array {
  const scale = scaleOf(embedding)
  return Float64Array.from(embedding, (value) => value * scale)
}

/** The similarity of a unit vector to the normalised embedding at `from` in a block. */
export function cosine(unit: Float64Array, block: Float32Array, from: number): number {
  const { length } = unit
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  // Four sums, because each addition has to wait for the previous one.
  for (; at + 3 < length; at += 4) {
    const place = from + at
    a += (unit[at] as number) * (block[place] as number)
    b += (unit[at + 1] as number) * (block[place + 1] as number)
    c += (unit[at + 2] as number) * (block[place + 2] as number)
    d += (unit[at + 3] as number) * (block[place + 3] as number)
  }
  for (; at < length; at++) a += (unit[at] as number) * (block[from + at] as number)
  // Rounding errors may exceed the range.
  return Math.max(-1, Math.min(1, a + b + (c + d)))
}

export function normaliseInto(target: Float32Array, embedding: Float32Array): void {
  const scale = scaleOf(embedding)
  for (let at = 0; at < embedding.length; at++) target[at] = (embedding[at] as number) * scale
}

function scaleOf(embedding: Float32Array): number {
  let squares = 0
  for (let at = 0; at < embedding.length; at++) squares += (embedding[at] as number) ** 2
  return squares === 0 ? 0 : 1 / Math.sqrt(squares)
}
