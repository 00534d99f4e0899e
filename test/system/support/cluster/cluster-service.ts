/** The API of a cluster as clients see it: through the balancer, without knowing the processes behind it. */
import type { Answer, CheckedService } from '../crash-service.ts'
import type { Cluster } from './cluster.ts'

const ANSWER_MS = 60_000
/** The balancer found no process, lost the one that it had chosen, or that one has no database. */
const NOT_ANSWERED = new Set([502, 503, 504])
/** The process lost the database during the request: a client must look whether the request took effect. */
const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN'

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

  /** Throws if the request was not answered, or only by the balancer, or if its outcome is unknown. */
  async call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    try {
      const response = await this.#fetch(method, path, body, headers)
      const { status } = response
      const text = await response.text()
      if (NOT_ANSWERED.has(status)) throw new Error(`${status} ${text}`)
      const answer = { status, body: JSON.parse(text) }
      if (answer.body.code === OUTCOME_UNKNOWN) throw new Error(`${status} ${text}`)
      return answer
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      this.failures.push(`${method} ${path}: ${error}${cause === undefined ? '' : ` (${cause})`}`)
      throw error
    }
  }

  /** The number of items in a list. */
  async count(path: string): Promise<number> {
    const { ok, status, headers } = await this.#fetch('GET', path)
    if (!ok) throw new Error(`${path}: ${status}`)
    return Number(headers.get('x-total-count'))
  }

  #fetch(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response> {
    return fetch(`${this.#origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#cluster.token}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}
