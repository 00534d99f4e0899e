import type { ExecutionEvent } from '../core/events.ts'
import { MemoryJournal } from './memory-journal.ts'

/** Records which events were appended together. */
export class NotedJournal extends MemoryJournal {
  readonly appends: string[] = []
  asked = 0

  override async create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    await super.create(...given)
    this.note(given[1])
  }

  override async append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    await super.append(...given)
    this.note(given[2])
  }

  override pending(limit: number): Promise<readonly string[]> {
    this.asked++
    return super.pending(limit)
  }

  private note(events: readonly ExecutionEvent[]): void {
    this.appends.push(events.map((event) => event.type + ('node' in event ? ` ${event.node}` : '')).join(', '))
  }
}
