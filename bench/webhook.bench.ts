import { contest, latencyRow, rateRow } from './against-node-red.ts'
import { CHANGE } from './node-red.ts'
import type { Row } from './row.ts'

/** Neighbouring rounds differ by up to a third; eleven gave 0.87 when the medians of both sides were equal. */
const ROUNDS = { warmUp: 5, measured: 31 }
const WORK = 'webhook, 10 pure steps, answer at the end'

/** Requests that each start a flow of ten pure steps and wait for its end. Ours is durable before it answers. */
export async function bench(): Promise<Row[]> {
  const own = {
    type: 'text_formatter',
    config: { operation: 'uppercase' },
    input: 'text',
    output: 'formatted',
    isText: true,
  }
  return contest(own, CHANGE, async (both) => [
    await rateRow(both, { work: WORK, ratio: 1, rounds: ROUNDS }),
    await latencyRow(both, { work: WORK, ratio: 2, rounds: ROUNDS }),
  ])
}
