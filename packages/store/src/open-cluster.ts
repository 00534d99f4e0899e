import { claimStore } from './claims.ts'
import type { ClusterStore } from './cluster-store.ts'
import { engineCallStore } from './engine-calls.ts'
import { historyTails } from './journal/history-tails.ts'
import type { OpenJournal } from './journal/open-journal.ts'
import { isPostgres } from './lock-database.ts'
import { offeredStepStore } from './offered-steps.ts'
import type { Sql } from './sql.ts'

export interface OpenCluster extends ClusterStore {
  close(): Promise<void>
}

export interface ClusterParts {
  readonly sql: Sql
  readonly journal: Pick<OpenJournal, 'appendOwned' | 'setOwnedSummary' | 'record'>
  readonly onLost: (error: Error) => void
}

/** Connects a process to the others that work on the same database. */
export async function openCluster(database: string, { sql, journal, onLost }: ClusterParts): Promise<OpenCluster> {
  if (!isPostgres(database)) throw new Error('A cluster needs a Postgres database.')
  const onError = (error: unknown) => onLost(error instanceof Error ? error : new Error(String(error)))
  // Imported here, so that an embedded start does not load the driver.
  const { openPostgresBus } = await import('./postgres/postgres-bus.ts')
  const { Leaders } = await import('./postgres/leaders.ts')
  const bus = await openPostgresBus(database, { onError })
  const leaders = new Leaders(database, onError)
  return {
    bus,
    histories: historyTails(sql),
    leader: (name, work) => leaders.lead(name, work),
    claims: claimStore(sql),
    calls: engineCallStore(sql),
    steps: offeredStepStore(sql, (id) => journal.record(id)),
    owned: {
      append: (append) => journal.appendOwned(append),
      setSummary: (id, summary, owner) => journal.setOwnedSummary(id, summary, owner),
    },
    async close() {
      await leaders.close()
      await bus.close()
    },
  }
}
