/** The API of a cluster as clients see it: through the balancer, without knowing the processes behind it. */
import type { Answer, CheckedService } from '../crash-service.ts'
import type { Cluster } from './cluster.ts'

const ANSWER_MS = 60_000
/** The balancer found no process, lost the one that it had chosen, or that one has no database. */
const NOT_PROCESSED = new Set([502, 503, 504])

export class ClusterService implements CheckedService {
  readonly #cluster: Cluster
  readonly #origin: string
  /** Requests without a usable answer; clients were promised nothing then. */
  readonly failures: string[] = []

  /** Uses the balancer unless it is given the address of one process. */
  constructor(cluster: Cluster, origin = cluster.origin) {
    this.#cluster = cluster
    this.#origin = origin
  }

  get folder(): string {
    return this.#cluster.folder
  }

  get log(): string {
    return this.#cluster.log()
  }

  /** Throws if the request was not answered, or only by the balancer. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    try {
      const response = await fetch(`${this.#origin}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.#cluster.token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status } = response
      const text = await response.text()
      if (NOT_PROCESSED.has(status)) throw new Error(`${status} ${text}`)
      return { status, body: JSON.parse(text) }
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      this.failures.push(`${method} ${path}: ${error}${cause === undefined ? '' : ` (${cause})`}`)
      throw error
    }
  }
}
