/**
 * Kills processes at random moments under load: `--rounds N`, `--seed S`. One service with `kill -9`, 1,000 rounds; with
 * `--cluster` a whole cluster with random faults, 50 rounds.
 */
import { parseArgs } from 'node:util'
import { clusterSoak } from '../test/system/support/cluster/cluster-soak.ts'
import { crashLoop, type Summary } from '../test/system/support/crash-loop.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    cluster: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds ?? (values.cluster ? 50 : 1000))
const seed = Number(values.seed)
if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
  console.error('soak: --rounds and --seed must be whole numbers')
  process.exit(1)
}

const EVERY = 10
const began = Date.now()
const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`

function summaryOf({ kills, killsInStart, started, checked, saves, cancels, calls, slowestStartMs }: Summary): string {
  return [
    `${kills} kills under load and ${killsInStart} during a start`,
    `${started} executions accepted, ${checked} checked`,
    `${saves} saves, ${cancels} cancels, ${calls} outgoing calls`,
    `slowest start ${slowestStartMs} ms`,
    seconds(),
  ].join('; ')
}

async function soakService(): Promise<readonly string[]> {
  const summary = await crashLoop({
    rounds,
    seed,
    onRound: (round, progress) => {
      if (round % EVERY === 0) console.log(`round ${round}: ${summaryOf(progress)}`)
    },
  })
  console.log(summaryOf(summary))
  return summary.violations
}

function soakCluster(): Promise<readonly string[]> {
  const onRound = (round: number, fault: string, summary: string) =>
    console.log(`round ${round}, ${fault}: ${summary}; ${seconds()}`)
  return clusterSoak({ rounds, seed, onRound })
}

console.log(`soak: ${rounds} rounds from seed ${seed}`)
const violations = await (values.cluster ? soakCluster() : soakService())
for (const violation of violations) console.error(`VIOLATION ${violation}`)
if (violations.length > 0) {
  const cluster = values.cluster ? '--cluster ' : ''
  console.error(`soak: failed; repeat with ${cluster}--seed ${seed} --rounds ${rounds}`)
  process.exit(1)
}
console.log('soak: nothing lost, nothing stuck, nothing repeated')
process.exit(0)
