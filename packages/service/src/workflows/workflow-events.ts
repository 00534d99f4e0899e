/** Hooks on saves and deletions of workflows for other folders, so that this one does not import them. */
import type { SealedSave } from './sealer.ts'

export class WorkflowEvents {
  readonly #saved: ((save: SealedSave) => void)[] = []
  readonly #published: (() => void)[] = []
  readonly #deleting: ((workflowId: string) => Promise<void>)[] = []
  readonly #deleted: (() => Promise<void>)[] = []

  /** Called when a save is on disk. */
  onSaved(listener: (save: SealedSave) => void): void {
    this.#saved.push(listener)
  }

  /** Called when a version was published: its triggers are registered. */
  onPublished(listener: () => void): void {
    this.#published.push(listener)
  }

  /** Called before a workflow is deleted, which waits for it. */
  onDeleting(listener: (workflowId: string) => Promise<void>): void {
    this.#deleting.push(listener)
  }

  /** Called after a workflow was deleted; the reply waits for it. */
  onDeleted(listener: () => Promise<void>): void {
    this.#deleted.push(listener)
  }

  saved(save: SealedSave): void {
    for (const listener of this.#saved) listener(save)
  }

  published(): void {
    for (const listener of this.#published) listener()
  }

  async deleting(workflowId: string): Promise<void> {
    for (const listener of this.#deleting) await listener(workflowId)
  }

  async deleted(): Promise<void> {
    for (const listener of this.#deleted) await listener()
  }
}
