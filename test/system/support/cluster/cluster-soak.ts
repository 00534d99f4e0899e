/** Random faults of a cluster under load, one after the other, until one violates a guarantee. */
import { Random } from '@millrace/engine/testing/random'
import { startCluster } from './cluster.ts'
import { FaultLoop } from './fault-loop.ts'
import { FAULTS, type Fault } from './faults.ts'

export interface ClusterSoakOptions {
  readonly rounds: number
  readonly seed: number
  readonly onRound: (round: number, fault: Fault, summary: string) => void
}

/** Returns the violations, none if all went well. */
export async function clusterSoak({ rounds, seed, onRound }: ClusterSoakOptions): Promise<string[]> {
  const random = new Random(seed)
  const faults = Object.keys(FAULTS) as Fault[]
  await using cluster = await startCluster({ flags: ['--egress-allow', '127.0.0.1', '--log-level', 'warn'] })
  await using loop = await FaultLoop.begin(cluster, seed)
  for (let round = 1; round <= rounds; round++) {
    const fault = faults[random.below(faults.length)] ?? 'kill a worker'
    const { violations, started, checked, calls, failures } = await loop.run(fault)
    // A planned restart refuses nothing; other faults interrupt the requests of the process that they end.
    if (fault === 'restart every process except Postgres') violations.push(...failures)
    const counts = [`${started} executions started`, `${checked} checked`, `${calls} outgoing calls`]
    onRound(round, fault, [...counts, `${failures.length} requests interrupted`].join(', '))
    if (violations.length > 0) return violations
  }
  return []
}
