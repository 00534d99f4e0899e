/**
 * The nodes and edges of the last body for the same workflow. A client sends all of them again when it has changed one,
 * so those with the same JSON are neither parsed nor checked again. Their values are shared between requests and must not
 * be modified.
 */
import { isObject } from '@millrace/model'
import { type ListOffsets, type ShapeOfBody, shapeLike } from './body-shape.ts'
import { type CommonEnds, commonEnds } from './common-ends.ts'

const LISTS = ['nodes', 'edges'] as const

type ListName = (typeof LISTS)[number]

/** An object in one of these lists. */
export class BodyPart {
  readonly value: object
  /** True if it was in the body before as well, so that it will probably be in the next one. */
  isRepeated = false
  /** What its owner has computed from it. */
  made: unknown
  constructor(value: object) {
    this.value = value
  }
}

interface PartList {
  readonly name: ListName
  /** Where the parts are in the body: the start and the end of each. */
  readonly offsets: readonly number[]
  /** Undefined for those that must not be kept. */
  readonly parts: (BodyPart | undefined)[]
}

/** A list in another body. */
interface OtherList {
  readonly offsets: readonly number[]
  /** Where that body is the same as this one. */
  readonly ends: CommonEnds
}

/** The parts of one body. */
export class BodyParts {
  readonly #bytes: Buffer
  readonly #lists: readonly PartList[]
  readonly #known: ShapeOfBody

  constructor(bytes: Buffer, lists: readonly PartList[], known: ShapeOfBody) {
    this.#bytes = bytes
    this.#lists = lists
    this.#known = known
  }

  /** Where another body is the same. */
  endsIn(bytes: Buffer): CommonEnds {
    return commonEnds(this.#bytes, bytes)
  }

  /** The shape of another body without reading its common ends; undefined if all of it has to be read. */
  shapeLike(bytes: Buffer, ends: CommonEnds): ShapeOfBody | undefined {
    return shapeLike({ bytes: this.#bytes, ...this.#known }, bytes, ends)
  }

  /** The part at an index of a list, if it has this value. */
  at(list: ListName, index: number, value: object): BodyPart | undefined {
    const part = this.#listOf(list)?.parts[index]
    return part?.value === value ? part : undefined
  }

  /** Erases the parts that must not be kept in memory. */
  keepOnly(list: ListName, mayBeKept: (part: BodyPart) => boolean): void {
    const { parts, offsets } = this.#listOf(list) ?? { parts: [], offsets: [] }
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at]
      if (part === undefined || mayBeKept(part)) continue
      parts[at] = undefined
      this.#bytes.fill(0, offsets[2 * at], offsets[2 * at + 1])
    }
  }

  /** The parts of a list in another body that are the same; undefined for the others. */
  find(list: ListName, bytes: Buffer, { offsets, ends }: OtherList): (BodyPart | undefined)[] {
    const known = this.#listOf(list)
    const found: (BodyPart | undefined)[] = new Array(offsets.length / 2).fill(undefined)
    if (known === undefined) return found
    const isSame = (index: number, at: number) => {
      const [start, end] = [known.offsets[2 * index] as number, known.offsets[2 * index + 1] as number]
      const [from, to] = [offsets[2 * at] as number, offsets[2 * at + 1] as number]
      if (end - start !== to - from) return false
      const isAtStart = start === from && to <= ends.start
      const isAtEnd = this.#bytes.length - start === bytes.length - from && bytes.length - from <= ends.end
      return isAtStart || isAtEnd || bytes.compare(this.#bytes, start, end, from, to) === 0
    }
    let [last, next] = [-1, 0]
    for (let at = 0; at < found.length; at++, next++) {
      // A list without a known part at its start was probably replaced.
      if (last < 0 && at === TRIED_AT_FIRST) break
      // The parts since the last one that was found were changed, or added, or some were removed.
      const index = [next, last + 1, next + 1, next + 2].find(
        (one) => one > last && known.parts[one] !== undefined && isSame(one, at),
      )
      if (index === undefined) continue
      found[at] = known.parts[index]
      last = index
      next = index
    }
    return found
  }

  #listOf(name: ListName): PartList | undefined {
    return this.#lists.find((one) => one.name === name)
  }
}

const TRIED_AT_FIRST = 64

/** The parts of a parsed body, and the values that were known. */
export interface PartsOfBody {
  readonly parts: BodyParts
  readonly repeated: ReadonlySet<unknown>
}

const partsByBody = new WeakMap<object, PartsOfBody>()

/** The parts of a parsed body; undefined if it was parsed without looking for any. */
export function partsOf(body: unknown): PartsOfBody | undefined {
  return isObject(body) ? partsByBody.get(body) : undefined
}

/** The last body, and where another one is the same. */
export interface LastBody {
  readonly parts: BodyParts
  readonly ends: CommonEnds
}

interface Needs extends ShapeOfBody {
  readonly last: LastBody | undefined
  readonly parse: (bytes: Buffer) => unknown
}

/** Parses a body without its known parts; undefined if it must be parsed as a whole, such as to report its errors. */
export function parseWithParts(bytes: Buffer, { offsets, shape, last, parse }: Needs): object | undefined {
  const lists = listsIn(bytes, offsets)
  // A part without an end: the body is cut off.
  if (lists.length === 0 || offsets.parts.length % 2 === 1) return undefined
  const found = lists.map(({ name, offsets: own }) => {
    const parts = last?.parts.find(name, bytes, { offsets: own, ends: last.ends }) ?? []
    return { name, offsets: own, parts }
  })
  const value = parsedOrNothing(() => parse(last === undefined ? bytes : withoutParts(bytes, found)))
  // Of repeated keys the last one counts, which may not be the list that was found.
  if (!isObject(value) || Object.keys(value).length !== shape.rootKeys) return undefined
  const repeated = new Set<unknown>()
  for (const { name, offsets: own, parts } of found) {
    const items = value[name]
    // Numbers and texts in a list are not parts.
    if (!Array.isArray(items) || items.length !== own.length / 2) return undefined
    for (let at = 0; at < items.length; at++) {
      const part = parts[at]
      if (part === undefined) parts[at] = new BodyPart(items[at] as object)
      else {
        part.isRepeated = true
        items[at] = part.value
        repeated.add(part.value)
      }
    }
  }
  partsByBody.set(value, { parts: new BodyParts(bytes, found, { shape, offsets }), repeated })
  return value
}

function parsedOrNothing(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    // The position of the fault in the whole body is another one.
    return undefined
  }
}

/** A body with zeros in place of the known parts. */
function withoutParts(bytes: Buffer, lists: readonly PartList[]): Buffer {
  const rest = Buffer.allocUnsafe(bytes.length)
  let [read, written] = [0, 0]
  const copyUntil = (end: number) => {
    // Usually there is only a comma between two parts; a call of `copy` takes longer.
    if (end - read < 16) while (read < end) rest[written++] = bytes[read++] as number
    else written += bytes.copy(rest, written, read, end)
  }
  for (const { offsets, parts } of lists) {
    for (let at = 0; at < parts.length; at++) {
      if (parts[at] === undefined) continue
      copyUntil(offsets[2 * at] as number)
      rest[written++] = ZERO
      read = offsets[2 * at + 1] as number
    }
  }
  copyUntil(bytes.length)
  return rest.subarray(0, written)
}

const ZERO = 0x30
const COLON = 0x3a
const COMMA = 0x2c
const OPENING_BRACE = 0x7b
const SPACE = 0x20

/** The lists with a known name, in their order; none if a name is repeated. */
function listsIn(bytes: Buffer, { lists, parts }: ListOffsets): Pick<PartList, 'name' | 'offsets'>[] {
  const found = lists.flatMap(({ at, first }, index) => {
    const name = LISTS.find((one) => isNamed(bytes, at, `"${one}"`))
    return name === undefined ? [] : [{ name, offsets: parts.slice(first, lists[index + 1]?.first) }]
  })
  return new Set(found.map(({ name }) => name)).size === found.length ? found : []
}

/** Whether the bytes before a bracket are this key of an object. */
function isNamed(bytes: Buffer, bracket: number, key: string): boolean {
  const colon = lastBefore(bytes, bracket)
  const end = lastBefore(bytes, colon) + 1
  const start = end - key.length
  if (bytes[colon] !== COLON || start < 1 || bytes.toString('latin1', start, end) !== key) return false
  const before = bytes[lastBefore(bytes, start)]
  return before === COMMA || before === OPENING_BRACE
}

/** The offset of the last byte before another one that is not white space. */
function lastBefore(bytes: Buffer, offset: number): number {
  let at = offset - 1
  while (at > 0 && (bytes[at] as number) <= SPACE) at--
  return at
}
