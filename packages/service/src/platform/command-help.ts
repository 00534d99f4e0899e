/** The help texts of the program and its commands. */
import type { Command } from './command.ts'
import { settingRows } from './config.ts'

const ABOUT = 'millrace: the backend of a visual workflow editor'
const COLUMN = 12

/** The text of `millrace --help`. */
export function helpText(commands: readonly Command[]): string {
  return [
    ABOUT,
    '',
    'Usage: millrace [start] [flags]',
    '       millrace COMMAND [arguments] [flags]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(COLUMN)} ${summary}`),
    '',
    'millrace COMMAND --help describes a command. Settings of the service:',
    '',
    ...settingRows(),
    '',
    'A flag takes precedence over the environment. A LIST is separated by commas; its flag may be repeated.',
    '',
  ].join('\n')
}

/** The text of `millrace COMMAND --help`. */
export function commandHelp({ usage, summary, help }: Command): string {
  const [first = '', ...others] = usage
  return [
    `Usage: millrace ${first}`,
    ...others.map((form) => `       millrace ${form}`),
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(help.length === 0 ? [] : ['', ...help]),
    '',
  ].join('\n')
}

/** The forms of a command in one line, for an error message. */
export function usageOf({ usage }: Pick<Command, 'usage'>): string {
  return `Usage: ${usage.map((form) => `millrace ${form}`).join(' or ')}`
}
