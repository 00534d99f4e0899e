/** Whether Restate responds, for health checks, which may come several times a second. */

export interface RestateHealthOptions {
  /** The address of Restate's admin API. */
  readonly admin: string
  readonly now: () => number
}

const FRESH_MS = 2_000
const TIMEOUT_MS = 1_000

export class RestateHealth {
  readonly #options: RestateHealthOptions
  #known: Promise<boolean> = Promise.resolve(false)
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(options: RestateHealthOptions) {
    this.#options = options
  }

  /** The answer of the last two seconds. */
  isReachable(): Promise<boolean> {
    const { admin, now } = this.#options
    if (now() - this.#askedAt < FRESH_MS) return this.#known
    this.#askedAt = now()
    this.#known = fetch(`${admin}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    return this.#known
  }
}
