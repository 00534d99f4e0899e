/**
 * A large value on a port that is kept as JSON text and parsed only when something looks inside. It stands for a whole
 * port, never for a part of a value; `plainValues` gives the values themselves.
 */
export class LargeJson {
  readonly text: string
  /** SHA-256 of the text, where it is known. */
  readonly hash: string | undefined
  #parsed: WeakRef<object> | undefined

  constructor(text: string, hash?: string) {
    this.text = text
    this.hash = hash
  }

  get value(): unknown {
    const known = this.#parsed?.deref()
    if (known !== undefined) return known
    const value: unknown = JSON.parse(this.text)
    if (typeof value === 'object' && value !== null) this.#parsed = new WeakRef(value)
    return value
  }

  toJSON(): unknown {
    return this.value
  }
}

/** The value that a port has. */
export function plain(value: unknown): unknown {
  return value instanceof LargeJson ? value.value : value
}

/** The values that ports have, by their names. */
export function plainValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(values)
  if (!entries.some(([, value]) => value instanceof LargeJson)) return values
  return Object.fromEntries(entries.map(([port, value]) => [port, plain(value)]))
}
