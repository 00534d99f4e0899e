import type { InboxChanges } from './inbox-changes.ts'
import type { Interrupts } from './interrupts-port.ts'

export interface PeopleServices {
  readonly interrupts: Interrupts
  readonly inbox: InboxChanges
}
