/** Which process of a cluster listens on which port; all on the loopback address. */
import { freePorts } from '@millrace/cluster/testing/free-port'
import type { RestatePorts } from '@millrace/cluster/testing/restate-server'

export interface WorkerPorts {
  /** Takes requests of the Restate server (HTTP/2 without TLS). */
  readonly endpoint: number
  /** Answers health checks. */
  readonly http: number
}

export interface ClusterLayout {
  readonly postgres: number
  readonly restate: RestatePorts
  /** The ports of HAProxy. */
  readonly balancer: { readonly api: number; readonly workers: number }
  readonly apis: readonly number[]
  readonly workers: readonly WorkerPorts[]
}

/** The ports of `npm run cluster` and of docs/scale.md. */
export const FIXED_LAYOUT: ClusterLayout = {
  postgres: 5432,
  restate: { ingress: 8080, admin: 9070, node: 5122 },
  balancer: { api: 8000, workers: 9080 },
  apis: [8001, 8002],
  workers: [
    { endpoint: 9081, http: 8081 },
    { endpoint: 9082, http: 8082 },
  ],
}

/** Free ports, so that several tests can run at the same time. */
export async function freeLayout(apis: number, workers: number): Promise<ClusterLayout> {
  const ports = await freePorts(6 + apis + 2 * workers)
  const next = () => ports.pop() ?? 0
  return {
    postgres: next(),
    restate: { ingress: next(), admin: next(), node: next() },
    balancer: { api: next(), workers: next() },
    apis: Array.from({ length: apis }, next),
    workers: Array.from({ length: workers }, () => ({ endpoint: next(), http: next() })),
  }
}

/** Every port, for a check that they are free. */
export function portsOf({ postgres, restate, balancer, apis, workers }: ClusterLayout): number[] {
  const ofWorkers = workers.flatMap(({ endpoint, http }) => [endpoint, http])
  return [postgres, ...Object.values(restate), ...Object.values(balancer), ...apis, ...ofWorkers]
}
