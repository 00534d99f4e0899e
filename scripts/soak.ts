/** Kills the service with `kill -9` at random moments under load: `--rounds N` (1000), `--seed S`. */
import { parseArgs } from 'node:util'
import { crashLoop, type Summary } from '../test/system/support/crash-loop.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1000' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed)
if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed))) {
  console.error('soak: --rounds and --seed must be whole numbers')
  process.exit(1)
}

const EVERY = 10
const began = Date.now()

function summaryOf({ kills, killsInStart, started, checked, saves, cancels, calls, slowestStartMs }: Summary): string {
  const seconds = Math.round((Date.now() - began) / 1000)
  return [
    `${kills} kills under load and ${killsInStart} during a start`,
    `${started} executions accepted, ${checked} checked`,
    `${saves} saves, ${cancels} cancels, ${calls} outgoing calls`,
    `slowest start ${slowestStartMs} ms`,
    `${seconds} s`,
  ].join('; ')
}

console.log(`soak: ${rounds} rounds from seed ${seed}`)
const summary = await crashLoop({
  rounds,
  seed,
  onRound: (round, progress) => {
    if (round % EVERY === 0) console.log(`round ${round}: ${summaryOf(progress)}`)
  },
})
console.log(summaryOf(summary))
for (const violation of summary.violations) console.error(`VIOLATION ${violation}`)
if (summary.violations.length > 0) {
  console.error(`soak: failed; repeat with --seed ${seed} --rounds ${rounds}`)
  process.exit(1)
}
console.log('soak: nothing lost, nothing stuck, nothing repeated')
process.exit(0)
