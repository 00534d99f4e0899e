/**
 * Interns metadata for fast filters: every key with its value becomes a number, shared by all documents that have it.
 * A filter is a set of such numbers, and a document matches if it has all of them.
 */
import { isObject, sameJson } from '@millrace/model'
import { hashedKey } from './hashed-key.ts'

export type MetadataFilter = Readonly<Record<string, unknown>>

/** Longer tags are replaced by their hash. */
const LONG_TAG = 100
/** Estimated memory of a list, of a number in it and of an interned tag. */
const LIST_BYTES = 40
const NUMBER_BYTES = 8
const TAG_BYTES = 100

export class MetadataTags {
  readonly #numbers = new Map<string, number>()
  readonly #tagsAt: (readonly number[])[] = []
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** Sets the metadata, a JSON text, of the document at an index. */
  put(place: number, metadata: string): void {
    // Keep the array dense: holes would make it slow.
    while (this.#tagsAt.length <= place) {
      this.#tagsAt.push([])
      this.#bytes += LIST_BYTES
    }
    const entries = Object.entries(JSON.parse(metadata) as object)
    const tags = entries.map(([key, value]) => this.#numberOf(tagOf(key, value)))
    this.#bytes += NUMBER_BYTES * (tags.length - (this.#tagsAt[place]?.length ?? 0))
    this.#tagsAt[place] = tags
  }

  /** Returns a predicate for the documents that match a filter. */
  test(filter: MetadataFilter): (place: number) => boolean {
    const wanted: number[] = []
    for (const [key, value] of Object.entries(filter)) {
      const number = value === undefined ? undefined : this.#numbers.get(tagOf(key, value))
      if (number === undefined) return () => false
      wanted.push(number)
    }
    return (place) => {
      const tags = this.#tagsAt[place]
      return tags !== undefined && wanted.every((number) => tags.includes(number))
    }
  }

  #numberOf(tag: string): number {
    const known = this.#numbers.get(tag)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(tag, number)
    this.#bytes += TAG_BYTES
    return number
  }
}

/** Tests one document. A filter value that JSON cannot represent, such as undefined, matches nothing. */
export function hasValues(metadata: string, filter: MetadataFilter): boolean {
  const values = JSON.parse(metadata) as Record<string, unknown>
  return Object.entries(filter).every(
    ([key, value]) => value !== undefined && Object.hasOwn(values, key) && sameJson(values[key], value),
  )
}

function tagOf(key: string, value: unknown): string {
  const tag = `${JSON.stringify(key)}:${canonical(value)}`
  return tag.length > LONG_TAG ? hashedKey(tag) : tag
}

/** The same text for all values that `sameJson` considers equal. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
