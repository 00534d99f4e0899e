import { spawn } from 'node:child_process'
import { graphOf } from './graphs.ts'
import { rateOf } from './load.ts'
import { median, perSecond, type Row } from './row.ts'
import { firstAnswer, freePort, startService } from './service.ts'

const AT_A_TIME = 50
const ROUNDS = 5
const PATH = 'bench/ten-steps'
const BARE = `
  const { createServer } = require('node:http')
  const body = Buffer.from(process.env.BODY, 'base64')
  createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
      response.end(body)
    })
  }).listen(Number(process.env.PORT), '127.0.0.1')`

/** Requests that each start a flow of ten steps and wait for its end; every step is on disk before the next one starts. */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  try {
    const made = await service.call('POST', '/workflows', hookedGraph())
    if (made.status !== 201) throw new Error(await made.text())
    const answer = await service.call('POST', `/hooks/${PATH}`, '{"order":7}')
    const body = Buffer.from(await answer.arrayBuffer())
    if (!body.includes('"completed"')) throw new Error(body.toString())
    return [await compared(service.port, body)]
  } finally {
    await service.stop()
  }
}

/** A chain of ten steps that starts with a webhook which responds at the end. */
function hookedGraph() {
  const graph = graphOf(10)
  const [first, ...others] = graph.nodes
  const config = { path: PATH, respond: 'finished' }
  const metadata = { node_type_id: 'webhook_trigger', id: 'webhook_trigger' }
  return { ...graph, nodes: [{ ...first, data: { label: 'Webhook', config, metadata } }, ...others] }
}

async function compared(servicePort: number, body: Buffer): Promise<Row> {
  const port = await freePort()
  const env = { ...process.env, BODY: body.toString('base64'), PORT: String(port) }
  const bare = spawn(process.execPath, ['-e', BARE], { env, stdio: 'inherit' })
  await firstAnswer(port, bare)
  const sent = '{"order":7}'
  const head = `host: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${sent.length}\r\n`
  const request = `POST /api/v1/hooks/${PATH} HTTP/1.1\r\n${head}\r\n${sent}`
  const load = { request, connections: AT_A_TIME, durationMs: 1500 }
  const ours: number[] = []
  const theirs: number[] = []
  await rateOf({ ...load, port: servicePort })
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rateOf({ ...load, port: servicePort }))
    theirs.push(await rateOf({ ...load, port }))
  }
  bare.kill()
  const figure = median(ours) / median(theirs)
  return {
    work: 'requests that start a 10-step flow and wait for its end, 50 at a time',
    measured: perSecond(median(ours)),
    limit: `bare node:http, same ${body.length} bytes: ${perSecond(median(theirs))}`,
    figure,
    // Half the rate of Node-RED, which stores nothing.
    goal: 'at least 0.06',
    met: figure >= 0.06,
  }
}
