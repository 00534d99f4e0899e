/**
 * Asks Restate to have an execution driven. A request that Restate does not take is dropped after a few attempts: the
 * sweep of a worker sends it again, so that a start succeeds while Restate is away.
 */
import type { Ingress } from '@restatedev/restate-sdk-clients'
import { plainFetch } from './plain-fetch.ts'
import type { DriveInput } from './ports.ts'
import { EXECUTION_SERVICE } from './service-name.ts'

/** The interface of the service for the typed client. */
interface ExecutionHandlers {
  drive(ctx: unknown, input: DriveInput): Promise<void>
}

const ATTEMPTS = 4
const FIRST_WAIT_MS = 50
const TIMEOUT_MS = 3_000

export class DriveSender {
  readonly #ingress: Promise<{
    readonly client: Ingress
    readonly SendOpts: typeof import('@restatedev/restate-sdk-clients').SendOpts
  }>
  readonly #onUnreachable: (error: unknown) => void
  readonly #pending = new Set<Promise<boolean>>()
  readonly #http = plainFetch(TIMEOUT_MS)
  /** The global `fetch` sends requests to other addresses, and the SDK limits their time. */
  readonly #isPlain: boolean
  #isClosed = false

  constructor(url: string, onUnreachable: (error: unknown) => void = () => {}) {
    this.#onUnreachable = onUnreachable
    this.#isPlain = url.startsWith('http:')
    const retry = { maxAttempts: ATTEMPTS, initialInterval: FIRST_WAIT_MS, maxDuration: TIMEOUT_MS }
    // Loaded here, so that an embedded service does not load it.
    this.#ingress = import('@restatedev/restate-sdk-clients').then(({ connect, SendOpts }) => ({
      client: connect({
        url: url.replace(/\/$/, ''),
        retry,
        ...(this.#isPlain && { fetch: this.#http.fetch }),
      }),
      SendOpts,
    }))
    this.#ingress.catch(() => {})
  }

  /**
   * Resolves with false if Restate did not accept the request. Requests with the same key are the same request, for about a
   * minute after it has ended.
   */
  async send(id: string, key: string, input: DriveInput = {}): Promise<boolean> {
    if (this.#isClosed) return false
    const sent = this.#send(id, key, input).then(
      () => true,
      (error: unknown) => {
        this.#onUnreachable(error)
        return false
      },
    )
    this.#pending.add(sent)
    return sent.finally(() => this.#pending.delete(sent))
  }

  /** Resolves when no request is under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#pending)
    this.#http.close()
  }

  async #send(id: string, key: string, input: DriveInput): Promise<void> {
    const { client, SendOpts } = await this.#ingress
    const options = SendOpts.from<DriveInput>({
      idempotencyKey: key,
      ...(!this.#isPlain && { timeout: TIMEOUT_MS }),
    })
    await client.objectSendClient<ExecutionHandlers>({ name: EXECUTION_SERVICE }, id).drive(input, options)
  }
}
