/**
 * Documents that were saved a moment ago, still in one piece: an editor that saves every few seconds brings the next
 * change to one of these. Keyed by revision, so nothing here is ever stale. Nobody may change what is in here.
 */
import type { Workflow } from '@millrace/model'

const KEPT = 16

interface Name {
  readonly id: string
  readonly revision: number
}

export class RecentDocuments {
  readonly #kept = new Map<string, { readonly revision: number; readonly document: Workflow }>()

  get({ id, revision }: Name): Workflow | undefined {
    const found = this.#kept.get(id)
    return found?.revision === revision ? found.document : undefined
  }

  add({ id, revision }: Name, document: Workflow): void {
    this.#kept.delete(id)
    this.#kept.set(id, { revision, document })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(oldest)
    }
  }
}
