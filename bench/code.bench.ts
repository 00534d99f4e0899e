import { contest, rateRow } from './against-node-red.ts'
import { childCpuMs } from './cpu-time.ts'
import { functionStep } from './node-red.ts'
import { ms, type Row } from './row.ts'
import type { RunningService } from './service.ts'

const CALLS = 30

/** Ten `code` steps, compared with function nodes, which are not isolated. */
export async function bench(): Promise<Row[]> {
  const source = 'return { ...data, n: data.n + 1, text: data.text.toUpperCase() }'
  const own = { type: 'code', config: { source }, input: 'data', output: 'result' }
  const peer = functionStep('msg.payload.n++; msg.payload.text = msg.payload.text.toUpperCase(); return msg')
  return contest(own, peer, async (both) => [
    await rateRow(both, { work: 'webhook, 10 code steps', ratio: 0.15 }),
    ...(await cpuRow(both.service)),
  ])
}

/** CPU time of the sandbox processes per call, one request at a time. */
async function cpuRow(service: RunningService): Promise<Row[]> {
  const before = await childCpuMs(service.pid)
  if (before === undefined) return []
  for (let call = 0; call < CALLS; call++) {
    const answer = await service.call('POST', '/hooks/bench/ten-steps', '{"text":"hello","n":0}')
    await answer.arrayBuffer()
  }
  const figure = (((await childCpuMs(service.pid)) ?? 0) - before) / (CALLS * 10)
  return [
    {
      work: 'CPU time of the sandbox for a small script',
      measured: ms(figure),
      limit: '–',
      figure,
      goal: 'at most 0.3 ms',
      met: figure <= 0.3,
    },
  ]
}
