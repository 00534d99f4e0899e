import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Platform } from '../platform/create-services.ts'
import { InboxChanges } from './inbox-changes.ts'
import { createInterrupts } from './interrupts.ts'
import type { PeopleServices } from './services.ts'

export function createPeopleServices(
  { store, maxValueBytes }: Platform,
  { engine, onWritten }: ExecutionCapability,
): PeopleServices {
  const inbox = new InboxChanges()
  onWritten((written) => inbox.publish(written))
  return { interrupts: createInterrupts({ store: store.interrupts, engine, maxValueBytes }), inbox }
}
