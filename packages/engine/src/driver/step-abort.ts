/** Aborts a running step. The signal is created on first use, because quick nodes do not read it. */
export class StepAbort {
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  get isAborted(): boolean {
    return this.#controller?.signal.aborted === true
  }

  abort(reason?: unknown): void {
    this.#controller ??= new AbortController()
    this.#controller.abort(reason)
  }
}
