/** What a command of the program is, and what it may use. */

export interface Command {
  readonly name: string
  /** Its forms, without the name of the program. */
  readonly usage: readonly string[]
  /** One line of `millrace --help`. */
  readonly summary: string
  /** What `millrace NAME --help` prints below the usage. */
  readonly help: readonly string[]
  /** Resolves with the exit code. The service of `start` keeps running after that. */
  run(args: readonly string[], context: CommandContext): Promise<number>
}

export interface CommandContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes a line of the result to stdout. */
  print(line: string): void
  /** Writes a line about the progress to stderr. */
  note(line: string): void
  /** The time, in milliseconds. */
  now(): number
  /** Aborted by the first SIGINT or SIGTERM from now on; a second one ends the process. */
  interrupted(): AbortSignal
}

/** The exit code of a command that was interrupted, as shells report it. */
export const INTERRUPTED = 130
