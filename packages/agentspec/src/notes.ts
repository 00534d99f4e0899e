/** What went wrong and what deserves a word, each said once, in the order it was met. */
export interface Notes {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  error(text: string): void
  warn(text: string): void
}

/** Messages are for people: nobody reads the thousandth. */
const MOST = 200

export function newNotes(): Notes {
  const errors = new Set<string>()
  const warnings = new Set<string>()
  const into = (set: Set<string>) => (text: string) => {
    if (set.size < MOST) set.add(text)
  }
  return {
    get errors() {
      return [...errors]
    },
    get warnings() {
      return [...warnings]
    },
    error: into(errors),
    warn: into(warnings),
  }
}

const SHOWN = 80

/** A name as it stands in a message: quoted, and not longer than anyone wants to read. */
export function quoted(text: unknown): string {
  const whole = typeof text === 'string' ? text : (JSON.stringify(text) ?? 'nothing')
  return `\`${whole.length > SHOWN ? `${whole.slice(0, SHOWN - 1)}…` : whole}\``
}
