import type { StoreUnavailable } from '@millrace/store'
import type { Log } from './ports.ts'

/** Logs one line when the database stops accepting writes, and one when it accepts them again. */
export function storageReports(log: Log) {
  return {
    onTrouble: (error: StoreUnavailable) =>
      error.reason === 'damaged'
        ? log.error({ err: error.cause }, DAMAGED)
        : log.error(
            { reason: error.reason, err: error.cause },
            'the database rejects writes; results are kept in memory',
          ),
    onRecovered: () => log.info({}, 'the database accepts writes again'),
  }
}

const DAMAGED =
  'the database file is damaged: stop the service, keep a copy of the file, and restore a backup or run ' +
  '`sqlite3 FILE ".clone new.db"` (see "A damaged database" in docs/how-to/operating.md)'
