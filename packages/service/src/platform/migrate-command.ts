/** `millrace migrate --from DIR|URL --to URL|DIR`: copies a database between a data folder and Postgres. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  isPostgres,
  lockFolder,
  moveToPostgres,
  moveToSqlite,
  planMoveToPostgres,
  planMoveToSqlite,
  type TableReport,
} from '@millrace/store'
import type { Command } from './command.ts'
import { usageOf } from './command-help.ts'
import { BadSetting, readOwnArguments } from './config.ts'

/** A move between the database of a data folder and Postgres. */
interface Move {
  readonly direction: 'to Postgres' | 'to SQLite'
  readonly dataDir: string
  readonly url: string
}

const FLAGS = { from: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const

export const migrateCommand: Command = {
  name: 'migrate',
  usage: ['migrate --from DIR --to postgres://… [--dry-run]', 'migrate --from postgres://… --to DIR [--dry-run]'],
  summary: 'copies the database of a data folder to Postgres, or back',
  help: [
    '  --from DIR|URL   what to copy; no service may use it',
    '  --to URL|DIR     an empty database, or a data folder without one; an address that is left out is MILLRACE_DATABASE',
    '  --dry-run        print the tables and their rows, and copy nothing',
  ],
  async run(args, { env, print }) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const move = moveOf(flags.from ?? env.MILLRACE_DATABASE, flags.to ?? env.MILLRACE_DATABASE)
    if (move === undefined || words.length > 0) throw new BadSetting(usageOf(migrateCommand))
    const lock = lockedFolder(move)
    try {
      if (flags['dry-run']) printPlan(await planned(move), print)
      else await copy(move, print)
    } finally {
      lock.release()
    }
    return 0
  },
}

function moveOf(from: string | undefined, to: string | undefined): Move | undefined {
  if (from === undefined || to === undefined || isPostgres(from) === isPostgres(to)) return undefined
  return isPostgres(to)
    ? { direction: 'to Postgres', dataDir: resolve(from), url: to }
    : { direction: 'to SQLite', dataDir: resolve(to), url: from }
}

/** Also the lock of a service that uses the folder with a Postgres database. */
function lockedFolder({ direction, dataDir }: Move) {
  if (direction === 'to Postgres' && !existsSync(fileIn(dataDir)))
    throw new Error(`${dataDir} does not contain a database (millrace.db).`)
  return lockFolder(dataDir)
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'millrace.db')
}

function planned({ direction, dataDir, url }: Move): Promise<ReadonlyMap<string, number>> {
  const file = fileIn(dataDir)
  return direction === 'to Postgres'
    ? planMoveToPostgres({ source: file, target: url })
    : planMoveToSqlite({ source: url, target: file })
}

/** Copies, compares and prints the result; throws the first difference. */
async function copy(move: Move, print: (line: string) => void): Promise<void> {
  let current = ''
  const events = {
    onResume: (how: 'continue' | 'start over') =>
      print(
        how === 'continue'
          ? 'Continuing an earlier copy.'
          : 'The source changed after an earlier copy began, or the copy differed: starting over.',
      ),
    onBatch(table: string) {
      if (table !== current) print(`Copying ${table} …`)
      current = table
    },
  }
  const file = fileIn(move.dataDir)
  const reports =
    move.direction === 'to Postgres'
      ? await moveToPostgres({ source: file, target: move.url, ...events })
      : await moveToSqlite({ source: move.url, target: file, ...events })
  printReports(reports, print)
  const first = reports.find(({ difference }) => difference !== undefined)
  if (first !== undefined)
    throw new Error(`The copy differs from its source: ${first.difference}. Run the command again to start over.`)
  print('The copy is complete and equal to its source.')
  for (const line of NEXT[move.direction](move)) print(line)
}

const NEXT: Readonly<Record<Move['direction'], (move: Move) => readonly string[]>> = {
  'to Postgres': ({ dataDir, url }) => [
    `The key and the files stay in ${dataDir}. Start the service with this folder and the new database:`,
    `  millrace --data-dir ${dataDir} --database ${withoutPassword(url)}`,
    `Do not start a service on ${fileIn(dataDir)} any more: it would run the same timers and schedules. Archive it.`,
  ],
  'to SQLite': ({ dataDir, url }) => [
    `The key and the files are not in the database: ${dataDir} must contain secret-key and files/ of the old data folder.`,
    'Start the service with this folder:',
    `  millrace --data-dir ${dataDir}`,
    `Do not start a service on ${withoutPassword(url)} any more: it would run the same timers and schedules. Archive it.`,
  ],
}

function printPlan(counts: ReadonlyMap<string, number>, print: (line: string) => void): void {
  for (const [table, rows] of counts) print(`${table.padEnd(NAME)} ${String(rows).padStart(ROWS)}`)
  print('Nothing was copied (--dry-run).')
}

const NAME = 22
const ROWS = 10

function printReports(reports: readonly TableReport[], print: (line: string) => void): void {
  print(`${'table'.padEnd(NAME)} ${'source'.padStart(ROWS)} ${'copy'.padStart(ROWS)}  checksum`)
  for (const { table, sourceRows, targetRows, sourceChecksum, targetChecksum } of reports) {
    const counts = `${String(sourceRows).padStart(ROWS)} ${String(targetRows).padStart(ROWS)}`
    const checksum = sourceChecksum === targetChecksum ? sourceChecksum : `${sourceChecksum} is not ${targetChecksum}`
    print(`${table.padEnd(NAME)} ${counts}  ${checksum}`)
  }
}

function withoutPassword(target: string): string {
  const url = new URL(target)
  if (url.password !== '') url.password = '…'
  return decodeURI(url.href)
}
