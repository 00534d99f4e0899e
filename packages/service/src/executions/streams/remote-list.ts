import type { ExecutionStore } from '@millrace/store'
import type { Log } from '../../platform/ports.ts'
import type { ListChanges } from './list-changes.ts'
import type { RemoteEvents } from './remote-events.ts'
import { RowReader } from './row-reader.ts'

/** Publishes rows of the list that other processes changed. */
export function followRemoteList(
  list: ListChanges,
  { remote, store, log }: { readonly remote: RemoteEvents; readonly store: ExecutionStore; readonly log: Log },
): void {
  const rows = new RowReader({
    async publish(id) {
      const item = list.isWatched ? await store.get(id) : undefined
      if (item !== undefined) list.publishItem(item)
    },
    miss: () => list.miss(),
    onError: (err) => log.warn({ err }, 'the list of executions could not be read'),
  })
  remote.onHint(({ id, isListed }) => {
    if (isListed && list.isWatched) rows.add(id)
  })
  remote.onMissed(() => list.miss())
}
