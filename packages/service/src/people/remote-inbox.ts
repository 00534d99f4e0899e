import type { InterruptStore } from '@millrace/store'
import type { RemoteEvents } from '../executions/streams/remote-events.ts'
import { RowReader } from '../executions/streams/row-reader.ts'
import type { Log } from '../platform/ports.ts'
import type { InboxChanges } from './inbox-changes.ts'

/** Publishes questions that executions of other processes asked or closed. */
export function followRemoteInbox(
  inbox: InboxChanges,
  { remote, store, log }: { readonly remote: RemoteEvents; readonly store: InterruptStore; readonly log: Log },
): void {
  const rows = new RowReader({
    async publish(id) {
      const row = inbox.isWatched ? await store.get(id) : undefined
      if (row !== undefined) inbox.publishRow(row)
    },
    miss: () => inbox.miss(),
    onError: (err) => log.warn({ err }, 'questions could not be read'),
  })
  remote.onHint(({ questions = [] }) => {
    if (inbox.isWatched) for (const id of questions) rows.add(id)
  })
  remote.onMissed(() => inbox.miss())
}
