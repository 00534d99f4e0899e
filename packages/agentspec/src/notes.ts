/** Errors and warnings, each once, in order of occurrence. */
export interface Notes {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  error(text: string): void
  warn(text: string): void
}

/** Limit of messages, since users do not read thousands. */
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

/** A name for a message: quoted and truncated. */
export function quoted(text: unknown): string {
  const whole = typeof text === 'string' ? text : (JSON.stringify(text) ?? 'nothing')
  return `\`${whole.length > SHOWN ? `${whole.slice(0, SHOWN - 1)}…` : whole}\``
}
