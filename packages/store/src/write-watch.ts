/** Remembers whether the last write succeeded, and reports every change of that once. */
import { StoreUnavailable } from './unavailable.ts'

export interface WriteWatchNeeds {
  /** The database stopped taking writes, or turned out to be damaged. */
  readonly onTrouble?: (error: StoreUnavailable) => void
  readonly onRecovered?: () => void
}

export class WriteWatch {
  readonly #needs: WriteWatchNeeds
  #failure: StoreUnavailable | undefined
  #damage: StoreUnavailable | undefined
  /** Called when a file of the database turns out to be missing: what can still be saved is saved first. */
  onMissing: () => void = () => {}

  constructor(needs: WriteWatchNeeds) {
    this.#needs = needs
  }

  /** Why the last write failed; undefined if it succeeded. */
  get failure(): StoreUnavailable | undefined {
    return this.#failure
  }

  /** Throws once the file is known to be damaged: only an operator can change that. */
  refuseDamaged(): void {
    if (this.#damage !== undefined) throw this.#damage
  }

  succeeded(): void {
    if (this.#failure === undefined) return
    this.#failure = undefined
    this.#needs.onRecovered?.()
  }

  /** Notes an error of a write. Errors that concern only what was written say nothing about the database. */
  failed(error: unknown): void {
    if (!(error instanceof StoreUnavailable)) return
    if (error.reason === 'damaged') return this.damaged(error)
    const isNew = this.#failure === undefined
    this.#failure = error
    if (isNew && error.reason === 'missing') this.onMissing()
    if (isNew) this.#needs.onTrouble?.(error)
  }

  damaged(error: StoreUnavailable): void {
    if (this.#damage !== undefined) return
    this.#damage = error
    this.#needs.onTrouble?.(error)
  }
}
