import { spawn } from 'node:child_process'
import { graphOf } from './graphs.ts'
import { getRequest, rateOf } from './load.ts'
import { median, perSecond, type Row } from './row.ts'
import { firstAnswer, freePort, startService } from './service.ts'

const ROUNDS = 5
const BARE = `
  const { createServer } = require('node:http')
  const body = Buffer.from(process.env.BODY, 'base64')
  createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  }).listen(Number(process.env.PORT), '127.0.0.1')`

/** GET of a 50-node workflow against bare `node:http` that sends the same bytes. */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  const created = (await (await service.call('POST', '/workflows', graphOf(50))).json()) as { data: { id: string } }
  const path = `/api/v1/workflows/${created.data.id}`
  const answer = await service.call('GET', `/workflows/${created.data.id}`)
  const body = Buffer.from(await answer.arrayBuffer())

  const port = await freePort()
  const env = { ...process.env, BODY: body.toString('base64'), PORT: String(port) }
  const bare = spawn(process.execPath, ['-e', BARE], { env, stdio: 'inherit' })
  await firstAnswer(port, bare)

  const ours: number[] = []
  const theirs: number[] = []
  const request = getRequest(path, { authorization: `Bearer ${service.token}` })
  const load = { request, connections: 16, durationMs: 1500 }
  await rateOf({ ...load, port: service.port })
  await rateOf({ ...load, port })
  // Turn and turn about, so that a slow minute of the machine hits both.
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rateOf({ ...load, port: service.port }))
    theirs.push(await rateOf({ ...load, port }))
  }
  bare.kill()
  await service.stop()
  const figure = median(ours) / median(theirs)
  return [
    {
      work: 'GET of a 50-node workflow',
      measured: perSecond(median(ours)),
      limit: `bare node:http, same ${body.length} bytes: ${perSecond(median(theirs))}`,
      figure,
      goal: 'at least 0.5',
      met: figure >= 0.5,
    },
  ]
}
