import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import { InboxChanges } from './inbox-changes.ts'
import { createInterrupts } from './interrupts.ts'
import { followRemoteInbox } from './remote-inbox.ts'
import type { PeopleServices } from './services.ts'

export function createPeopleServices(
  { store, maxValueBytes, log, lifecycle }: Platform,
  { engine, onWritten, remote }: ExecutionCapability,
): PeopleServices {
  const inbox = new InboxChanges()
  onWritten((written) => inbox.publish(written))
  if (remote !== undefined) followRemoteInbox(inbox, { remote, store: store.interrupts, log })
  return { interrupts: createInterrupts({ store: store.interrupts, engine, maxValueBytes, lifecycle }), inbox }
}
