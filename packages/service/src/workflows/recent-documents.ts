/**
 * A cache of recently saved documents as objects: the next save of an editor usually changes one of these. Keyed by
 * revision, so entries are never stale. Entries must not be modified.
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
