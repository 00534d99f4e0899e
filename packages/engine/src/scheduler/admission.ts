/** Admission to the slots in memory: the fair queue of pending executions, and the count of used slots. */
import type { Journal } from '../ports.ts'

/** With fewer free slots than this, the turns of workflows are stored between calls. */
const FEW_SLOTS = 8
const MAX_REMEMBERED = 1000

/**
 * The queue of pending executions. The order of the journal alternates between workflows within one call; if only a few
 * are admitted at a time, the last turns must be stored, or the workflow with the oldest queue would always win.
 */
export class AdmissionQueue {
  readonly #journal: Journal
  /** The turn in which each workflow was last admitted while slots were scarce; oldest first. */
  readonly #lastTurn = new Map<string, number>()
  #turn = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** The executions to admit next. */
  async next(slots: number): Promise<readonly string[]> {
    const ids = await this.#journal.pending(Math.max(slots, FEW_SLOTS))
    if (ids.length <= slots || slots >= FEW_SLOTS) return ids.slice(0, slots)
    const queue = await Promise.all(
      ids.map(async (id) => ({ id, workflow: (await this.#journal.load(id))?.record.workflowId ?? '' })),
    )
    const lastTurn = (workflow: string) => this.#lastTurn.get(workflow) ?? 0
    const chosen = queue.sort((a, b) => lastTurn(a.workflow) - lastTurn(b.workflow)).slice(0, slots)
    for (const { workflow } of chosen) {
      this.#lastTurn.delete(workflow)
      this.#lastTurn.set(workflow, ++this.#turn)
    }
    for (const oldest of this.#lastTurn.keys()) {
      if (this.#lastTurn.size <= MAX_REMEMBERED) break
      this.#lastTurn.delete(oldest)
    }
    return chosen.map(({ id }) => id)
  }
}

/**
 * Executions that are in memory only because a step waits for another execution. They do not count against the limit,
 * because they do nothing, possibly for days if the other one asks a person.
 */
export class WaitingParents {
  /** The number of waiting steps of each. */
  readonly #steps = new Map<string, number>()

  get size(): number {
    return this.#steps.size
  }

  has(id: string): boolean {
    return this.#steps.has(id)
  }

  async during<T>(id: string, wait: () => Promise<T>): Promise<T> {
    this.#steps.set(id, (this.#steps.get(id) ?? 0) + 1)
    try {
      return await wait()
    } finally {
      const others = (this.#steps.get(id) ?? 1) - 1
      if (others === 0) this.#steps.delete(id)
      else this.#steps.set(id, others)
    }
  }
}
