/**
 * Keeps connections open for the next request of the same workflow to the same origin. The egress policy checked the
 * address when a connection was opened, so each policy has its own pool. Only safe methods reuse a connection: if the
 * server has closed it meanwhile, the request is sent again on a new one, which must not happen to a POST.
 */
import { Agent, type AgentOptions, type RequestOptions } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'

/** Common servers close idle connections after five seconds. */
const IDLE_MS = 4000
/** Idle connections of one workflow to one origin. */
const MAX_IDLE = 20

const OPTIONS: AgentOptions = { keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS }

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export interface PooledOptions extends RequestOptions {
  /** Connections are reused only for the same key. */
  readonly poolKey?: string
}

export class ConnectionPool {
  #http: Agent | undefined
  #https: HttpsAgent | undefined

  /** The agent for a request; false for a new connection that is closed after it. */
  agentFor(method: string, protocol: string): Agent | HttpsAgent | false {
    if (!SAFE_METHODS.has(method)) return false
    if (protocol === 'https:') {
      this.#https ??= keyed(new (process.getBuiltinModule('node:https').Agent)(OPTIONS))
      return this.#https
    }
    this.#http ??= keyed(new Agent(OPTIONS))
    return this.#http
  }

  close(): void {
    this.#http?.destroy()
    this.#https?.destroy()
  }
}

/** Adds the key of a request to the name under which its connection is kept. */
function keyed<T extends Agent>(agent: T): T {
  const nameOf = agent.getName.bind(agent)
  agent.getName = (options: PooledOptions = {}) => `${options.poolKey ?? ''} ${nameOf(options)}`
  return agent
}
