/** `millrace compact`: returns the space of deleted rows, whether or not the service is running. */
import { compactDatabase } from '@millrace/store'
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, readArguments } from './config.ts'

export const compactCommand: Command = {
  name: 'compact',
  usage: ['compact [--data-dir DIR] [--database FILE|URL]'],
  summary: 'shrinks the database file, or vacuums the tables of Postgres',
  help: ['  With SQLite, writes of a running service wait until it ends: stop the service first if the file is large.'],
  async run(args, { env, print }) {
    const { config, words } = readArguments(args, env, {})
    if (words.length > 0) throw new BadSetting(usageOf(compactCommand))
    const { before, after, isReturned } = await compactDatabase(config.database, env)
    print(`before: ${before} bytes`)
    print(`after:  ${after} bytes`)
    if (!isReturned) print('The database reuses the space that is free now; its files stay as large as they are.')
    return 0
  },
}
