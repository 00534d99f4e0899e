/**
 * The embeddings of one collection in memory, and the search through all of them.
 *
 * They are kept normalised, so that cosine similarity is a sum of products, in blocks of a megabyte: a block is never
 * copied when the collection grows. The scan goes through block after block and lets others have a turn every few
 * milliseconds; it stays right when somebody adds documents in between, because blocks stay where they are.
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type MetadataFilter, MetadataTags } from './metadata-tags.ts'
import { Nearest, type Scored } from './nearest.ts'

/** Numbers in a block: a megabyte of them. */
const BLOCK = 262_144
/** Products between two turns of others: some 4 ms. */
const TURN = 2 * 1_048_576
/** What is counted for the number of a document and its place. */
const PLACE_BYTES = 64

export class VectorIndex {
  readonly dimensions: number
  /** The version of the collection that this has all changes of. */
  version = 0
  /** Made when somebody asks with a filter for the first time. */
  tags: MetadataTags | undefined
  readonly #rows: number
  readonly #blocks: Float32Array[] = []
  /** The documents by place, and the places by document. */
  readonly #nums: number[] = []
  readonly #places = new Map<number, number>()

  /** `expected` documents, more or less, so that a small collection gets no large block. */
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

  /** Adds a document or replaces it. */
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

  /** Notes metadata, a JSON text, of a document that is here. */
  putMetadata(num: number, metadata: string, tags = this.tags): void {
    const place = this.#places.get(num)
    if (place !== undefined) tags?.put(place, metadata)
  }

  /** The nearest documents, best first; with a filter, of those that have its values (`tags` must be there). */
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
      await othersTurn()
    }
    return nearest.best()
  }
}

/** A normalised embedding to compare others with. All zeros are as far from everything: similarity 0. */
export function unitOf(embedding: Float32Array): Float64Array {
  const scale = scaleOf(embedding)
  return Float64Array.from(embedding, (value) => value * scale)
}

/** The similarity of a unit to the normalised embedding at a place of a block. */
export function cosine(unit: Float64Array, block: Float32Array, from: number): number {
  const { length } = unit
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  // Four sums, because each addition would have to wait for the one before.
  for (; at + 3 < length; at += 4) {
    const place = from + at
    a += (unit[at] as number) * (block[place] as number)
    b += (unit[at + 1] as number) * (block[place + 1] as number)
    c += (unit[at + 2] as number) * (block[place + 2] as number)
    d += (unit[at + 3] as number) * (block[place + 3] as number)
  }
  for (; at < length; at++) a += (unit[at] as number) * (block[from + at] as number)
  // Rounding may go a little too far.
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
