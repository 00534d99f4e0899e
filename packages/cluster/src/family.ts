/** Parents and children in a cluster: what one has to know of the other is sent as a call, which survives a crash. */
import {
  abandonedChildren,
  concernsOthers,
  type ExecutionRecord,
  type ExecutionState,
  isAbandoned,
  type Journal,
  summaryOf,
  viewStored,
  type Written,
} from '@millrace/engine'
import type { CallClient } from './call-client.ts'

export interface FamilyNeeds {
  readonly journal: Journal
  readonly calls: Pick<CallClient, 'tell'>
}

export class Family {
  readonly #needs: FamilyNeeds

  constructor(needs: FamilyNeeds) {
    this.#needs = needs
  }

  /** Cancels the children of an execution that is over, and notifies its parent. Safe to repeat. */
  async ended(record: ExecutionRecord, state: ExecutionState): Promise<void> {
    if (!concernsOthers(record, state)) return
    const { calls, journal } = this.#needs
    await this.#cancel(record.id, abandonedChildren(state))
    const { id, parent } = record
    if (parent !== undefined) {
      await calls.tell(parent.execution, { op: 'child-ended', child: id, parent }, `child-ended:${id}`)
    }
    // Until then it is active, so that a worker finds it after a crash.
    await journal.setSummary(id, { ...summaryOf(record, state), isActive: false })
  }

  /** Cancels the children of steps that have failed. `ended` covers a crash before that. */
  cancelChildrenOf({ id }: ExecutionRecord, { steps }: Written['change']): Promise<void> {
    return this.#cancel(id, abandonedChildren({ steps: [...steps] }))
  }

  /** Cancels a child that was started for a step that is over. */
  async cancelStray(child: string): Promise<void> {
    const known = await viewStored(child, this.#needs.journal)
    if (known !== undefined && (await this.isOrphan(known.record))) await this.#cancel('', [child])
  }

  /** True if the parent of a child is over or does not wait for it. */
  async isOrphan(record: ExecutionRecord): Promise<boolean> {
    const above = record.parent && (await viewStored(record.parent.execution, this.#needs.journal))
    return above !== undefined && isAbandoned(above.state, record)
  }

  async #cancel(parent: string, children: readonly string[]): Promise<void> {
    for (const child of children) {
      await this.#needs.calls.tell(child, { op: 'cancel' }, `abandoned:${parent}:${child}`)
    }
  }
}
