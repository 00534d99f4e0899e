import { Agent, get } from 'node:http'
import { contest, rateRow } from './against-node-red.ts'
import { edge, node, ran, saved } from './event-loop-runs.ts'
import { startHttpServer } from './http-server.ts'
import { httpStep } from './node-red.ts'
import { median, perSecond, type Row } from './row.ts'
import { startService } from './service.ts'

const ITEMS = 1000
const CONCURRENCY = 20
const ROUNDS = 5

/** Outgoing requests to a loopback server: ten in a row behind a webhook, and a loop over a thousand items. */
export async function bench(): Promise<Row[]> {
  const target = await startHttpServer()
  const url = `http://127.0.0.1:${target.port}/`
  try {
    const own = { type: 'http_request', config: { url }, input: 'trigger', output: 'body' }
    const work = 'webhook, 10 http_request steps to loopback'
    const row = await contest(own, httpStep(url), (both) => rateRow(both, { work, ratio: 1.5 }))
    return [row, await loopRow(url)]
  } finally {
    target.stop()
  }
}

/** A `foreach` with an `http_request`, compared with a loop over `node:http` with as many calls at a time. */
async function loopRow(url: string): Promise<Row> {
  const service = await startService({ flags: ['--egress-allow', '127.0.0.1'] })
  try {
    const id = await saved(service, {
      nodes: [
        node('items', 'json_input', { defaultValue: Array.from({ length: ITEMS }, (_, at) => at) }),
        node('each', 'foreach', { concurrency: CONCURRENCY }),
        node('call', 'http_request', { url }),
      ],
      edges: [
        edge('items:value', 'each:items'),
        edge('each:item', 'call:trigger'),
        edge('call:body', 'each:loop_back'),
      ],
    })
    const ours: number[] = []
    const bare: number[] = []
    await ran(service, id)
    for (let round = 0; round < ROUNDS; round++) {
      let before = performance.now()
      await ran(service, id)
      ours.push(performance.now() - before)
      before = performance.now()
      await bareLoop(url)
      bare.push(performance.now() - before)
    }
    const figure = median(bare) / median(ours)
    return {
      work: 'foreach over 1,000 items with an http_request, 20 at a time',
      measured: perSecond((ITEMS / median(ours)) * 1000),
      limit: `the same calls in a bare loop: ${perSecond((ITEMS / median(bare)) * 1000)}`,
      figure,
      goal: 'at least 0.5',
      met: figure >= 0.5,
    }
  } finally {
    await service.stop()
  }
}

async function bareLoop(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  let left = ITEMS
  const call = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () => {
          JSON.parse(text)
          resolve()
        })
      }).on('error', reject)
    })
  const worker = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  agent.destroy()
}
