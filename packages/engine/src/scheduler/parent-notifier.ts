/** Notifies parents of the end of their children, and cancels children that no step waits for. */
import { abandonedChildren } from '../core/child-links.ts'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState } from '../core/state.ts'
import type { Driver } from '../driver/driver.ts'
import { concernsOthers, summaryOf } from '../driver/summary.ts'
import type { Clock, ExecutionRecord, Journal, Runner, Written } from '../ports.ts'
import { childEnded, EarlyChildren, isAbandoned, mayYetWait, type Parent } from './children.ts'

export interface ParentNotifierNeeds {
  readonly journal: Journal
  readonly clock: Clock
  readonly runner: Pick<Runner, 'childOutputs'>
  readonly driver: Pick<Driver, 'send' | 'isCertain'>
  /** Largest value on one port. */
  readonly maxValueBytes?: number
  readonly view: (id: string) => Promise<{ record: ExecutionRecord; state: ExecutionState } | undefined>
  readonly cancel: (id: string) => Promise<boolean>
  /** Loads an execution and continues it, or cancels it if it is abandoned. */
  readonly takeUp: (id: string) => void
  readonly onFault: (execution: string, error: unknown) => void
  /** True while no parent may continue; `notify` their children again when that ends. */
  readonly isHeld?: () => boolean
}

export class ParentNotifier {
  readonly #needs: ParentNotifierNeeds
  readonly #early = new EarlyChildren()

  constructor(needs: ParentNotifierNeeds) {
    this.#needs = needs
  }

  /** Follows up on durable events: cancels children of failed steps, notifies the parent of an end. */
  written({ record, events, state, change }: Written): void {
    const { takeUp, onFault } = this.#needs
    const isOver = state.finishedAt !== undefined
    for (const child of this.#early.takeFor(record.id, events)) {
      // A child that was started just when its parent ended has no parent step any more.
      if (isOver) takeUp(child)
      else this.#notifyAgain(child).catch((error: unknown) => onFault(child, error))
    }
    if (isOver) this.notify(record, state).catch((error: unknown) => onFault(record.id, error))
    // A failure can also end a round of a loop, with steps that still run.
    else if (events.some(({ type }) => type === 'step-failed')) this.#cancelChildren(record.id, change)
  }

  /** A crash before the cancel is covered by `notify` at the end of the parent, and by `isOrphan` at the next start. */
  #cancelChildren(parent: string, { steps }: Written['change']): void {
    for (const child of abandonedChildren({ steps: [...steps] })) {
      this.#needs.cancel(child).catch((error: unknown) => this.#needs.onFault(parent, error))
    }
  }

  /** Handles the end of an execution: cancels its children and notifies its parent. */
  async notify(record: ExecutionRecord, state: ExecutionState): Promise<void> {
    if (!concernsOthers(record, state)) return
    await Promise.all(abandonedChildren(state).map((child) => this.#needs.cancel(child)))
    if (record.parent !== undefined && this.#needs.isHeld?.() === true) return
    const isNotified = record.parent === undefined || (await this.#notifyParent(record, record.parent, state))
    // Until then the execution stays active, so that a start after a crash finds it.
    if (isNotified) await this.#needs.journal.setSummary(record.id, { ...summaryOf(record, state), isActive: false })
  }

  /** True if the parent of a child is over or does not wait for it. */
  async isOrphan(record: ExecutionRecord): Promise<boolean> {
    const above = record.parent && (await this.#needs.view(record.parent.execution))
    return above !== undefined && isAbandoned(above.state, record)
  }

  /** Returns false if it is too early: the parent has not recorded yet whether it waits for the child. */
  async #notifyParent({ id }: ExecutionRecord, parent: Parent, state: ExecutionState): Promise<boolean> {
    const { driver, clock, maxValueBytes, runner } = this.#needs
    let isEarly = false
    let isCertain: Promise<boolean> | undefined
    const isAccepted = await driver.send(parent.execution, (above): ExecutionEvent | undefined => {
      isCertain = driver.isCertain(parent.execution)
      if (above.finishedAt !== undefined) return undefined
      isEarly = mayYetWait(above, parent)
      if (isEarly) this.#early.add(id, parent)
      return childEnded(above, { id, state, at: clock.now(), maxValueBytes, runner })
    })
    // The parent does not seem to wait, but the append of that state failed: after a restart it may wait again.
    if (!(isAccepted || isEarly) && (await isCertain) === false)
      throw new Error('The event could not be written to the parent.')
    return !isEarly
  }

  async #notifyAgain(child: string): Promise<void> {
    const known = await this.#needs.view(child)
    if (known?.state.finishedAt !== undefined) await this.notify(known.record, known.state)
  }
}
