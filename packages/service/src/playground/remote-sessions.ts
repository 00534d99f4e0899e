/** Exchanges changes of sessions with the other processes of a cluster. */
import { isObject } from '@millrace/model'
import type { Bus } from '@millrace/store'
import type { RemoteEvents } from '../executions/streams/remote-events.ts'
import type { Log } from '../platform/ports.ts'
import type { SessionUpdates } from './session-updates.ts'

/** Longer ids are not in use. */
const MAX_LENGTH = 1_000

export interface RemoteSessionsNeeds {
  readonly bus: Bus
  readonly remote: RemoteEvents
  readonly log: Log
}

export function connectSessions(feed: SessionUpdates, { bus, remote, log }: RemoteSessionsNeeds): void {
  const publish = (id: string) => {
    if (id.length <= MAX_LENGTH) bus.publish('sessions', JSON.stringify({ id }))
  }
  const catchUp = (ids: readonly string[]) => {
    for (const id of ids) {
      feed.catchUp(id).catch((err: unknown) => log.warn({ session: id, err }, 'a session could not be read'))
    }
  }
  feed.connect({
    changed: publish,
    deleted: publish,
    someDeleted: () => bus.publish('sessions', '{}'),
  })
  bus.listen('sessions', (message, isOwn) => {
    if (isOwn) return
    const changed: unknown = JSON.parse(message)
    // Without an id, any session may have been deleted.
    catchUp(isObject(changed) && typeof changed.id === 'string' ? [changed.id] : feed.topics)
  })
  remote.onCheck(() => catchUp(feed.topics))
}
