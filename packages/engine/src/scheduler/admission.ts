/** Who is let in next, of those who wait for room. */
import type { Journal } from '../ports.ts'

/** With less room than this, turns are remembered from one asking to the next. */
const FEW = 8
const MAX_SERVED = 1000

/**
 * The journal's order takes turns between workflows within one asking; when only a few are let in at a time, we have to
 * remember whose turn it was last, or the workflow with the oldest queue would always win.
 */
export class Line {
  readonly #journal: Journal
  /** When each workflow was last let in, where that is scarce. */
  readonly #served = new Map<string, number>()
  #turn = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  async next(room: number): Promise<readonly string[]> {
    const ids = await this.#journal.pending(Math.max(room, FEW))
    if (ids.length <= room || room >= FEW) return ids.slice(0, room)
    const line = await Promise.all(
      ids.map(async (id) => ({ id, workflow: (await this.#journal.load(id))?.record.workflowId ?? '' })),
    )
    const served = (workflow: string) => this.#served.get(workflow) ?? 0
    const chosen = line.sort((a, b) => served(a.workflow) - served(b.workflow)).slice(0, room)
    for (const { workflow } of chosen) {
      this.#served.delete(workflow)
      this.#served.set(workflow, ++this.#turn)
    }
    for (const oldest of this.#served.keys()) {
      if (this.#served.size <= MAX_SERVED) break
      this.#served.delete(oldest)
    }
    return chosen.map(({ id }) => id)
  }
}
