/** How deep and how large a JSON body is, and where the parts of its lists are, without parsing it. */
import { MAX_KEYS } from '@millrace/model'
import type { CommonEnds } from './common-ends.ts'

/** Maximum nesting depth of a body. */
export const MAX_JSON_DEPTH = 64

/** The body, its lists, their parts. */
export const DEPTH_OF_PARTS = 3

export interface Shape {
  readonly isTooDeep: boolean
  /** Objects and lists. */
  readonly containers: number
  /** At least the keys of the object with the most. */
  readonly mostKeys: number
  /** The keys of the outermost object, repeated ones included. */
  readonly rootKeys: number
}

/** Where the lists of a body are: every list or object in the outermost one, and every list or object in one of those. */
export class ListOffsets {
  /** The offset of the bracket of each list, and the number of offsets of parts before it. */
  readonly lists: { readonly at: number; readonly first: number }[] = []
  /** Start and end of each part. */
  readonly parts: number[] = []

  /** A bracket or brace at most as deep as the parts. */
  open(at: number, depth: number): void {
    if (depth === DEPTH_OF_PARTS) this.parts.push(at)
    else if (depth === DEPTH_OF_PARTS - 1) this.lists.push({ at, first: this.parts.length })
  }

  /** The end of a part. */
  close(at: number): void {
    this.parts.push(at + 1)
  }
}

export interface ShapeOfBody {
  readonly shape: Shape
  readonly offsets: ListOffsets
}

/** Counts brackets and keys; stops at the maximum depth. Bytes suffice: the syntax of JSON is ASCII. */
export function shapeOf(bytes: Buffer, offsets?: ListOffsets): Shape {
  return scanned(bytes, { from: 0, to: bytes.length, depth: 0 }, offsets)
}

/**
 * The same for a body that begins and ends like another one: only what is between the last part that both have at the
 * start and the first that both have at the end is read. Undefined if all of it has to be read.
 */
export function shapeLike(
  known: ShapeOfBody & { readonly bytes: Buffer },
  bytes: Buffer,
  ends: CommonEnds,
): ShapeOfBody | undefined {
  const { parts, lists } = known.offsets
  const shift = bytes.length - known.bytes.length
  const [before, after] = [partsBefore(parts, ends.start), partsBefore(parts, known.bytes.length - ends.end)]
  // The part that the end begins in is not one of those at the end.
  const next = after + (after < parts.length && (parts[after] as number) < known.bytes.length - ends.end ? 2 : 0)
  const from = parts[before - 1] ?? 0
  const to = parts[next] ?? known.bytes.length
  if (to + shift - from > bytes.length * MAX_SHARE) return undefined
  const offsets = new ListOffsets()
  for (const list of lists) if (list.at < from) offsets.lists.push(list)
  for (let at = 0; at < before; at++) offsets.parts.push(parts[at] as number)
  const inLists = DEPTH_OF_PARTS - 1
  const depth = before === 0 ? 0 : inLists
  const own = scanned(bytes, { from, to: to + shift, depth }, offsets)
  if (own.isTooDeep || (depth > 0 && own.hasRoot)) return undefined
  if (next < parts.length && (own.isInText || own.depth !== inLists)) return undefined
  // An object may begin before and end after what was read.
  const mostKeys = known.shape.mostKeys + own.mostKeys
  if (mostKeys > MAX_KEYS) return undefined
  const moved = offsets.parts.length - next
  for (const { at, first } of lists) if (at >= to) offsets.lists.push({ at: at + shift, first: first + moved })
  for (let at = next; at < parts.length; at++) offsets.parts.push((parts[at] as number) + shift)
  const replaced = scanned(known.bytes, { from, to, depth })
  const { containers, rootKeys } = known.shape
  return {
    offsets,
    shape: {
      isTooDeep: false,
      containers: containers - replaced.containers + own.containers,
      mostKeys,
      rootKeys: rootKeys - replaced.rootKeys + own.rootKeys,
    },
  }
}

/** The largest share of a body that is read this way; with more of it, all of it is read. */
const MAX_SHARE = 0.5

/** The number of offsets of the parts that end at or before a place. */
function partsBefore(parts: readonly number[], place: number): number {
  let [low, high] = [0, parts.length / 2]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[2 * middle + 1] as number) <= place) low = middle + 1
    else high = middle
  }
  return 2 * low
}

interface Range {
  readonly from: number
  readonly to: number
  /** The depth at its start. */
  readonly depth: number
}

interface Scanned extends Shape {
  /** The depth at the end. */
  readonly depth: number
  /** It ends inside a text. */
  readonly isInText: boolean
  /** An outermost object or list begins in it. */
  readonly hasRoot: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

const COLON = 0x3a

/** Brackets and braces differ in one bit. */
const BRACKET_MASK = 0xdf
const OPENING = 0x5b
const CLOSING = 0x5d

function scanned(bytes: Buffer, { from, to: end, depth: first }: Range, offsets?: ListOffsets): Scanned {
  const keys = new Uint32Array(MAX_JSON_DEPTH + 1)
  let [depth, containers, mostKeys] = [first, 0, 0]
  let [isInText, hasRoot] = [false, false]
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      // Most bytes are in texts: a loop of its own, which reads each byte once, is three times as fast.
      for (let inside = bytes[++at]; at < end && inside !== QUOTE; inside = bytes[++at]) {
        if (inside === BACKSLASH) at++
      }
      isInText = at >= end
    } else if (byte === COLON) {
      const count = (keys[depth] as number) + 1
      keys[depth] = count
      if (count > mostKeys) mostKeys = count
    } else if ((byte & BRACKET_MASK) === OPENING) {
      containers++
      if (++depth > MAX_JSON_DEPTH)
        return { isTooDeep: true, containers, mostKeys, rootKeys: 0, depth, isInText, hasRoot }
      keys[depth] = 0
      if (depth === 1) hasRoot = true
      if (depth <= DEPTH_OF_PARTS) offsets?.open(at, depth)
    } else if ((byte & BRACKET_MASK) === CLOSING && depth > 0) {
      if (depth === DEPTH_OF_PARTS) offsets?.close(at)
      depth--
    }
  }
  return { isTooDeep: false, containers, mostKeys, rootKeys: keys[1] as number, depth, isInText, hasRoot }
}
