/** `millrace migrate --from DIR --to URL`: copies the SQLite database of a data folder to Postgres. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isPostgres, lockFolder, moveToPostgres, planMoveToPostgres, type TableReport } from '@millrace/store'
import { BadSetting } from './config.ts'

export interface MigrateRequest {
  readonly dataDir: string
  readonly target: string
  readonly isDryRun: boolean
}

const USAGE = 'Usage: millrace migrate --from DIR --to postgres://… [--dry-run]'

/** Parses the arguments of the `migrate` command; undefined if the process should do something else. */
export function readMigrate(
  [command, ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): MigrateRequest | undefined {
  if (command !== 'migrate') return undefined
  const { from, to = env.MILLRACE_DATABASE, isDryRun } = flagsOf(rest)
  if (from === undefined || to === undefined || !isPostgres(to)) throw new BadSetting(USAGE)
  return { dataDir: resolve(from), target: to, isDryRun }
}

function flagsOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    })
    return { from: values.from, to: values.to, isDryRun: values['dry-run'] ?? false }
  } catch (error) {
    throw new BadSetting(`${error instanceof Error ? error.message : String(error)} ${USAGE}`)
  }
}

/** Copies, compares and prints the result; throws the first difference. */
export async function runMigrate(request: MigrateRequest, print: (line: string) => void): Promise<void> {
  const { dataDir, target, isDryRun } = request
  const source = join(dataDir, 'millrace.db')
  if (!existsSync(source)) throw new Error(`${dataDir} does not contain a database (millrace.db).`)
  const lock = lockFolder(dataDir)
  try {
    if (isDryRun) printPlan(await planMoveToPostgres({ source, target }), print)
    else await move({ source, target, dataDir }, print)
  } finally {
    lock.release()
  }
}

interface Paths {
  readonly source: string
  readonly target: string
  readonly dataDir: string
}

async function move({ source, target, dataDir }: Paths, print: (line: string) => void): Promise<void> {
  let current = ''
  const reports = await moveToPostgres({
    source,
    target,
    onResume: (how) =>
      print(
        how === 'continue'
          ? 'Continuing an earlier copy.'
          : 'The source changed after an earlier copy began, or the copy differed: starting over.',
      ),
    onBatch(table) {
      if (table !== current) print(`Copying ${table} …`)
      current = table
    },
  })
  printReports(reports, print)
  const first = reports.find(({ difference }) => difference !== undefined)
  if (first !== undefined)
    throw new Error(`The copy differs from its source: ${first.difference}. Run the command again to start over.`)
  print('The copy is complete and equal to its source.')
  print(`The key and the files stay in ${dataDir}. Start the service with this folder and the new database:`)
  print(`  millrace --data-dir ${dataDir} --database ${withoutPassword(target)}`)
  print(`Do not start a service on ${source} any more: it would run the same timers and schedules. Archive it.`)
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
