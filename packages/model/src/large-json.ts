import { parseInSlices } from './sliced-parse.ts'

const NO_LIMITS = { depth: Number.POSITIVE_INFINITY, keys: Number.POSITIVE_INFINITY, allowsProto: true }

/**
 * A large value of a port that stays JSON text and is parsed only when its contents are needed. It is always the whole
 * value of a port, never a part; `plainValues` and `loadedValues` return the values themselves.
 */
export class LargeJson {
  readonly text: string
  #hash: string | undefined
  #parsed: WeakRef<object> | undefined

  constructor(text: string, hash?: string) {
    this.text = text
    this.#hash = hash
  }

  /** SHA-256 of the text, if it is known. */
  get hash(): string | undefined {
    return this.#hash
  }

  keepHash(hash: string): void {
    this.#hash = hash
  }

  /** Parses the text synchronously, unless its value is still in memory. */
  get value(): unknown {
    const known = this.#parsed?.deref()
    return known ?? this.#keep(JSON.parse(this.text))
  }

  /** Like `value`, parsed in slices. While the caller keeps the result, `value` costs nothing. */
  async load(): Promise<unknown> {
    const known = this.#parsed?.deref()
    return known ?? this.#keep(await parseInSlices(this.text, NO_LIMITS))
  }

  #keep(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) this.#parsed = new WeakRef(value)
    return value
  }

  toJSON(): unknown {
    return this.value
  }
}

type Values = Readonly<Record<string, unknown>>

/** The value of a port. */
export function plain(value: unknown): unknown {
  return value instanceof LargeJson ? value.value : value
}

/** The values of ports, by name. */
export function plainValues(values: Values): Values {
  if (!hasLarge(values)) return values
  return Object.fromEntries(Object.entries(values).map(([port, value]) => [port, plain(value)]))
}

/** Like `plainValues`, with large values parsed in slices. */
export async function loadedValues(values: Values): Promise<Values> {
  if (!hasLarge(values)) return values
  const loaded: [string, unknown][] = []
  for (const [port, value] of Object.entries(values)) {
    loaded.push([port, value instanceof LargeJson ? await value.load() : value])
  }
  return Object.fromEntries(loaded)
}

/** Whether any of the values is JSON text. */
export function hasLarge(values: Values): boolean {
  for (const port of Object.keys(values)) if (values[port] instanceof LargeJson) return true
  return false
}

/** A list of values that may be JSON text: a list, or the text of one. */
export function listOfKept(values: readonly unknown[]): readonly unknown[] | LargeJson {
  if (!values.some((value) => value instanceof LargeJson)) return values
  return new LargeJson(`[${values.map(textOf).join(',')}]`)
}

/** An object of values that may be JSON text: an object, or the text of one. */
export function objectOfKept(values: Values): Values | LargeJson {
  if (!hasLarge(values)) return values
  const members = Object.entries(values).filter(([, value]) => value !== undefined)
  return new LargeJson(`{${members.map(([key, value]) => `${JSON.stringify(key)}:${textOf(value)}`).join(',')}}`)
}

function textOf(value: unknown): string {
  return value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
}
