import { edge, jsonOf, node, ran, saved } from './event-loop-runs.ts'
import { median, ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const BYTES = 4_340_000
const STEPS = 10
const ROUNDS = 5

/** A value of 5 MB through ten steps, compared with parsing and printing it once per step. */
export async function bench(): Promise<Row[]> {
  const service = await startService({ isProbed: true, flags: ['--max-body-mib', '64', '--max-port-value-mib', '64'] })
  try {
    const ids = Array.from({ length: STEPS }, (_, at) => `step${at}`)
    const id = await saved(service, {
      nodes: [
        node('value', 'json_input'),
        ...ids.map((id) => node(id, 'data_operations', { operation: 'slice', value: BYTES })),
      ],
      edges: ids.map((id, at) => edge(at === 0 ? 'value:value' : `${ids[at - 1]}:result`, `${id}:data`)),
    })
    const text = jsonOf(BYTES)
    const body = `{"inputs":{"value":{"value":${text}}}}`
    await pass(service, id, body)
    await service.gap()
    const ours: number[] = []
    const limit: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await pass(service, id, body))
      const before = performance.now()
      for (let step = 0; step < STEPS; step++) JSON.stringify(JSON.parse(text))
      limit.push(performance.now() - before)
    }
    const { gapMs } = await service.gap()
    return rowsOf(median(ours), median(limit), gapMs)
  } finally {
    await service.stop()
  }
}

async function pass(service: RunningService, id: string, body: string): Promise<number> {
  const before = performance.now()
  await ran(service, id, body)
  return performance.now() - before
}

function rowsOf(ours: number, limit: number, gapMs: number): Row[] {
  const figure = ours / limit
  return [
    {
      work: 'a value of 5 MB through ten steps',
      measured: ms(ours),
      limit: `JSON.parse and JSON.stringify of it per step: ${ms(limit)}`,
      figure,
      goal: 'at most 2',
      met: figure <= 2,
    },
    {
      work: 'longest gap of the event loop during that',
      measured: ms(gapMs),
      limit: '–',
      figure: gapMs,
      goal: 'at most 50 ms',
      met: gapMs <= 50,
    },
  ]
}
