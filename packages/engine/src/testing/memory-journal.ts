import type { UsageRow } from '@millrace/model'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionRecord, ExecutionSummary, Journal, QuestionRow, StoredExecution } from '../ports.ts'

interface Row {
  readonly record: ExecutionRecord
  readonly events: ExecutionEvent[]
  head: ExecutionSummary
}

/** A journal in memory that passes the journal contract. Everything goes through JSON, as on a disk. */
export class MemoryJournal implements Journal {
  readonly rows = new Map<string, Row>()
  readonly questions = new Map<string, QuestionRow>()
  readonly usage: UsageRow[] = []
  /** Called before and after every write; may throw to simulate a crash. */
  tap: (when: 'before' | 'after') => void = () => {}

  async create(record: ExecutionRecord, events: readonly ExecutionEvent[], head: ExecutionSummary): Promise<void> {
    this.tap('before')
    if (this.rows.has(record.id)) throw new Error(`execution ${record.id} exists`)
    this.rows.set(record.id, { record: copy(record), events: copy([...events]), head })
    this.tap('after')
  }

  async append(id: string, length: number, events: readonly ExecutionEvent[], head?: ExecutionSummary): Promise<void> {
    this.tap('before')
    const row = this.rows.get(id)
    if (row === undefined) throw new Error(`no execution ${id}`)
    if (row.events.length !== length) throw new Error(`execution ${id} has ${row.events.length} events, not ${length}`)
    row.events.push(...copy([...events]))
    if (head !== undefined) row.head = head
    for (const question of copy(head?.questions ?? [])) this.questions.set(question.id, question)
    this.usage.push(...copy(head?.usage ?? []))
    this.tap('after')
  }

  async setSummary(id: string, head: ExecutionSummary): Promise<void> {
    this.tap('before')
    const row = this.rows.get(id)
    if (row !== undefined) row.head = head
    this.tap('after')
  }

  async load(id: string): Promise<StoredExecution | undefined> {
    const row = this.rows.get(id)
    return row && { record: row.record, events: copy(row.events) }
  }

  async active(after: string, limit: number): Promise<readonly string[]> {
    return this.ids((row) => row.head.isActive && row.head.status !== 'pending' && row.record.id > after)
      .sort()
      .slice(0, limit)
  }

  async due(now: number, limit: number): Promise<readonly string[]> {
    return this.ids((row) => row.head.wakeAt !== null && row.head.wakeAt <= now).slice(0, limit)
  }

  async pending(limit: number): Promise<readonly string[]> {
    const turn = new Map<string, number>()
    return [...this.rows.values()]
      .filter((row) => row.head.status === 'pending' && row.head.isActive)
      .map((row) => {
        const round = turn.get(row.record.workflowId) ?? 0
        turn.set(row.record.workflowId, round + 1)
        return { id: row.record.id, round, createdAt: row.record.createdAt }
      })
      .sort((a, b) => a.round - b.round || a.createdAt - b.createdAt)
      .slice(0, limit)
      .map((row) => row.id)
  }

  async nextDue(): Promise<number | null> {
    const times = [...this.rows.values()].flatMap((row) => row.head.wakeAt ?? [])
    return times.length === 0 ? null : Math.min(...times)
  }

  private ids(wanted: (row: Row) => boolean): string[] {
    return [...this.rows.values()].filter(wanted).map((row) => row.record.id)
  }
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner) => inner) as T
}
