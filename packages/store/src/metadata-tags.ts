/**
 * The metadata of many documents in a form in which equality is quick: every key with its value is a number, the same
 * one for all documents that have it. A filter is a few such numbers, and a document has them all or is not wanted.
 */
import { isObject, sameJson } from '@millrace/model'
import { keyText } from './key-text.ts'

export type MetadataFilter = Readonly<Record<string, unknown>>

/** Longer ones are known by their hash. */
const LONG_TAG = 100
/** What the memory of a list, of a number in it and of a known tag is counted as. */
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

  /** Notes the metadata, a JSON text, of the document at a place. */
  put(place: number, metadata: string): void {
    // So that the list has no holes, which would make it slow.
    while (this.#tagsAt.length <= place) {
      this.#tagsAt.push([])
      this.#bytes += LIST_BYTES
    }
    const entries = Object.entries(JSON.parse(metadata) as object)
    const tags = entries.map(([key, value]) => this.#numberOf(tagOf(key, value)))
    this.#bytes += NUMBER_BYTES * (tags.length - (this.#tagsAt[place]?.length ?? 0))
    this.#tagsAt[place] = tags
  }

  /** Tells the places of documents with these values from others. */
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

/** The same question of one document. A value that JSON does not know, such as undefined, is one that nobody has. */
export function hasValues(metadata: string, filter: MetadataFilter): boolean {
  const values = JSON.parse(metadata) as Record<string, unknown>
  return Object.entries(filter).every(
    ([key, value]) => value !== undefined && Object.hasOwn(values, key) && sameJson(values[key], value),
  )
}

function tagOf(key: string, value: unknown): string {
  const tag = `${JSON.stringify(key)}:${canonical(value)}`
  return tag.length > LONG_TAG ? keyText(tag) : tag
}

/** One text for all values that `sameJson` calls the same. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? ''
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`
}
