/** Commands to text. What is printed parses to the same command again, in either dialect. */
import { type Command, verbOf } from './command.ts'
import type { Dialect } from './verb.ts'

/** The line of a command; undefined where the dialect cannot say it (see `withoutNames`), or no line can. */
export function printCommand(command: Command, dialect: Dialect): string | undefined {
  return verbOf(command).write?.(command, dialect)
}

/** The lines of many commands; what cannot be said is left out. */
export function printCommands(commands: Iterable<Command>, dialect: Dialect): string {
  return Array.from(commands, (command) => printCommand(command, dialect))
    .filter((line) => line !== undefined)
    .join('\n')
}
