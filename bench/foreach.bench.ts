import { edge, node, ran, saved } from './event-loop-runs.ts'
import { median, ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

/** A sequential `foreach` with a pure step, from the request to the end of the execution. */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  try {
    const id = await saved(service, {
      nodes: [
        node('items', 'json_input'),
        node('each', 'foreach', { maxIterations: 100_000 }),
        node('format', 'text_formatter', { operation: 'uppercase' }),
      ],
      edges: [
        edge('items:value', 'each:items'),
        edge('each:item', 'format:text'),
        edge('format:formatted', 'each:loop_back'),
      ],
    })
    await runFor(service, id, 1000)
    const small: number[] = []
    const large: number[] = []
    // The rounds alternate, so that a slow phase of the machine affects both.
    for (let round = 0; round < 5; round++) {
      small.push(await runFor(service, id, 10_000))
      large.push(await runFor(service, id, 100_000))
    }
    return rowsOf(median(small), median(large))
  } finally {
    await service.stop()
  }
}

async function runFor(service: RunningService, id: string, rounds: number): Promise<number> {
  const value = Array.from({ length: rounds }, (_, at) => `item ${at}`)
  const before = performance.now()
  await ran(service, id, { inputs: { items: { value } } })
  return performance.now() - before
}

function rowsOf(small: number, large: number): Row[] {
  const growth = large / (10 * small)
  return [
    {
      work: 'sequential foreach, 10,000 rounds of a pure step',
      measured: ms(small),
      limit: '–',
      figure: small,
      goal: 'under 1000 ms',
      met: small < 1000,
    },
    {
      work: 'the same with 100,000 rounds',
      measured: ms(large),
      limit: `ten times 10,000 rounds: ${ms(10 * small)}`,
      figure: growth,
      goal: 'at most 1.3',
      met: growth <= 1.3,
    },
  ]
}
