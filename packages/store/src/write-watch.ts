/** Tracks whether the last write succeeded, and reports every change of that once. */
import { StoreUnavailable } from './unavailable.ts'

export interface WriteWatchNeeds {
  /** Called when the database stops accepting writes or turns out to be damaged. */
  readonly onTrouble?: (error: StoreUnavailable) => void
  readonly onRecovered?: () => void
  /** Called when a commit of the journal begins; the returned function is called when it has ended. */
  readonly onCommit?: ((changes: number) => (isWritten: boolean) => void) | undefined
}

export class WriteWatch {
  readonly #needs: WriteWatchNeeds
  #failure: StoreUnavailable | undefined
  #damage: StoreUnavailable | undefined
  /** Called when a file of the database turns out to be missing, to save what can still be saved. */
  onMissing: () => void = () => {}

  constructor(needs: WriteWatchNeeds) {
    this.#needs = needs
  }

  /** Why the last write failed; undefined if it succeeded. */
  get failure(): StoreUnavailable | undefined {
    return this.#failure
  }

  /** Throws if the file is known to be damaged: only an operator can fix that. */
  refuseDamaged(): void {
    if (this.#damage !== undefined) throw this.#damage
  }

  commitBegins(changes: number): ((isWritten: boolean) => void) | undefined {
    return this.#needs.onCommit?.(changes)
  }

  succeeded(): void {
    if (this.#failure === undefined) return
    this.#failure = undefined
    this.#needs.onRecovered?.()
  }

  /** Records the error of a write. Errors that concern only the written data are ignored. */
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
