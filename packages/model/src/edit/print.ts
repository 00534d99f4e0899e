/** Prints commands as text. The text parses to the same command again, in either dialect. */
import { type Command, verbOf } from './command.ts'
import type { Dialect } from './verb.ts'

/** The line of a command; undefined if the dialect (see `withoutNames`) or the DSL cannot express it. */
export function printCommand(command: Command, dialect: Dialect): string | undefined {
  return verbOf(command).write?.(command, dialect)
}

/** The lines of many commands, without those that cannot be expressed. */
export function printCommands(commands: Iterable<Command>, dialect: Dialect): string {
  return Array.from(commands, (command) => printCommand(command, dialect))
    .filter((line) => line !== undefined)
    .join('\n')
}
