/**
 * A cache of recently saved documents as objects: the next save of an editor usually changes one of these. Keyed by
 * revision, so entries are never stale. Entries must not be modified.
 */
import type { Workflow } from '@millrace/model'
import type { WorkflowVersion } from '@millrace/store'
import type { BodyParts } from '../http/body-parts.ts'

const KEPT = 16

interface Name {
  readonly id: string
  readonly revision: number
}

/** What a save changes: the document, and the sealed secrets behind its placeholders. */
export interface RecentDocument extends Pick<WorkflowVersion, 'secrets'> {
  readonly document: Workflow
  /** The nodes and edges of the last body that had both. */
  readonly parts?: BodyParts | undefined
}

export class RecentDocuments {
  readonly #kept = new Map<string, RecentDocument & Pick<Name, 'revision'>>()

  get({ id, revision }: Name): RecentDocument | undefined {
    const found = this.#kept.get(id)
    return found?.revision === revision ? found : undefined
  }

  /** The parts of the last body for a workflow, which are independent of its revision. */
  partsOf(id: string): BodyParts | undefined {
    return this.#kept.get(id)?.parts
  }

  add({ id, revision }: Name, { document, secrets, parts = this.partsOf(id) }: RecentDocument): void {
    this.#kept.delete(id)
    this.#kept.set(id, { revision, document, secrets, parts })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(oldest)
    }
  }
}
