/** Checks of the database and of the secret key that decrypts its secrets. They take no lock and change nothing. */
import { existsSync } from 'node:fs'
import { type InspectedDatabase, inspectDatabase, isPostgres, NEWEST_SCHEMA, type SealedSample } from '@millrace/store'
import type { Config } from '../config.ts'
import { BadKeyFile, keysInFolder } from '../key-file.ts'
import type { Random } from '../ports.ts'
import { createVault } from '../secrets.ts'
import { type Check, checkOf, failed, ok, warning } from './check.ts'

/** The context that a sample was encrypted for. */
export type ContextOf = (sample: SealedSample) => string

type Source = Pick<Config, 'dataDir' | 'database' | 'secretKey' | 'secretKeyPrevious'>

/** Both checks: the key is compared with the content of the database. */
export async function databaseChecks(source: Source, contextOf: ContextOf): Promise<readonly Check[]> {
  let found: InspectedDatabase | undefined
  const database = await checkOf('database', databaseFix(source), async () => {
    if (!isPostgres(source.database) && !existsSync(source.database))
      return warning(`${source.database} does not exist.`, 'The first start creates it; otherwise restore a backup.')
    found = await inspectDatabase(source.database)
    return schemaResult(source, found)
  })
  const fix = 'Restore secret-key from your backup, or set MILLRACE_SECRET_KEY to the key of this database.'
  const key = await checkOf('secret key', fix, () => keyResult(source, found, contextOf))
  return [database, key]
}

function databaseFix({ database }: Source): string {
  return isPostgres(database)
    ? 'Try the same URL with psql.'
    : 'Check the file and its owner; if it is damaged, restore a backup.'
}

function schemaResult({ database }: Source, { schema, hasUnreadLog }: InspectedDatabase): Omit<Check, 'name'> {
  const name = isPostgres(database) ? 'The Postgres database' : database
  if (schema > NEWEST_SCHEMA)
    return failed(
      `${name} has schema ${schema} of a newer version; this one knows ${NEWEST_SCHEMA}.`,
      'Start the newer version, or restore a backup.',
    )
  if (hasUnreadLog)
    return warning(`${name} has a log of changes that only a start can apply.`, 'Start the service, and check again.')
  if (schema < NEWEST_SCHEMA)
    return warning(
      `${name} has schema ${schema}; the next start updates it to ${NEWEST_SCHEMA}.`,
      'Write a backup before the start.',
    )
  return ok(`${name} opens and has schema ${schema}.`)
}

class MissingKey extends Error {}

/** Never used: a check must not create a key. */
const NO_RANDOM: Random = {
  bytes() {
    throw new MissingKey()
  },
}

async function keyResult(
  { dataDir, secretKey, secretKeyPrevious }: Source,
  found: InspectedDatabase | undefined,
  contextOf: ContextOf,
): Promise<Omit<Check, 'name'>> {
  const from = secretKey === undefined ? `${dataDir}/secret-key` : 'MILLRACE_SECRET_KEY'
  let keys: readonly Uint8Array[]
  try {
    keys =
      secretKey === undefined
        ? await keysInFolder(dataDir, NO_RANDOM, async () => found?.hasSecrets ?? false)
        : [secretKey, ...secretKeyPrevious]
  } catch (error) {
    if (error instanceof MissingKey) return warning(`${from} does not exist.`, 'The first start creates it.')
    // Its message contains what to do.
    if (error instanceof BadKeyFile) return { status: 'failed', message: error.message, fix: null }
    throw error
  }
  const samples = found?.samples ?? []
  const vault = createVault(keys, NO_RANDOM)
  const opened = samples.filter((sample) => canOpen(() => vault.open(sample.sealed, contextOf(sample)))).length
  if (opened === samples.length)
    return ok(opened === 0 ? `${from} is a valid key; no secret was compared.` : `${from} decrypts the secrets.`)
  if (opened === 0)
    return failed(
      `${from} is not the key of this database: it decrypts none of its secrets.`,
      'Restore the original key from your backup.',
    )
  return warning(
    `${from} decrypts only ${opened} of ${samples.length} secrets.`,
    'Enter the others again: they belong to an earlier key.',
  )
}

function canOpen(open: () => string): boolean {
  try {
    open()
    return true
  } catch {
    return false
  }
}
