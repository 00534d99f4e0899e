import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alternately } from './alternate.ts'
import { graphOf } from './graphs.ts'
import { getRequest, rateOf } from './load.ts'
import { perSecond, type Row } from './row.ts'
import { firstAnswer, freePort, type RunningService, startService } from './service.ts'

const BARE = `
  const { createServer } = require('node:http')
  const body = require('node:fs').readFileSync(process.env.BODY_FILE)
  createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  }).listen(Number(process.env.PORT), '127.0.0.1')`

/** GET of a 50-node workflow and of a pipeline with 50 steps, compared with bare `node:http` sending the same bytes. */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  const created = (await (await service.call('POST', '/workflows', graphOf(50))).json()) as { data: { id: string } }
  const start = await service.call('POST', `/workflows/${created.data.id}/execute`, {})
  const started = (await start.json()) as { data: { execution_id: string } }
  await ended(service, started.data.execution_id)
  const rows = [
    await row(service, 'GET of a 50-node workflow', `/workflows/${created.data.id}`),
    await row(service, 'GET of a pipeline with 50 steps', `/pipelines/${started.data.execution_id}`),
  ]
  await service.stop()
  return rows
}

async function ended(service: RunningService, id: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const answer = (await (await service.call('GET', `/pipelines/${id}/status`)).json()) as { data: { status: string } }
    if (answer.data.status === 'completed') return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the execution did not end')
}

async function row(service: RunningService, work: string, path: string): Promise<Row> {
  const body = Buffer.from(await (await service.call('GET', path)).arrayBuffer())
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'millrace-bare-'))
  await writeFile(join(dir, 'body'), body)
  const env = { ...process.env, BODY_FILE: join(dir, 'body'), PORT: String(port) }
  const bare = spawn(process.execPath, ['-e', BARE], { env, stdio: 'inherit' })
  await firstAnswer(port, bare)

  const request = getRequest(`/api/v1${path}`, { authorization: `Bearer ${service.token}` })
  const load = { request, connections: 16, durationMs: 1000 }
  const own = () => rateOf({ ...load, port: service.port })
  const theirs = () => rateOf({ ...load, port })
  const { ours, others, figure } = await alternately(own, theirs)
  bare.kill()
  await rm(dir, { recursive: true })
  return {
    work,
    measured: perSecond(ours),
    limit: `bare node:http, same ${body.length} bytes: ${perSecond(others)}`,
    figure,
    goal: 'at least 0.5',
    met: figure >= 0.5,
  }
}
