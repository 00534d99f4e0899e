import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { graphOf } from './graphs.ts'
import { median, ms, type Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const ROUNDS = 60
/** The same for both sides. V8 optimises the code of the service during the first hundred rounds. */
const WARM_UP = 150

/**
 * PUT of a 500-node workflow, validated and stored as a version, compared with parsing it and one commit of its text.
 * Each body differs from the one before in one node, like the saves of an editor.
 */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  const graph = graphOf(500)
  const created = (await (await service.call('POST', '/workflows', graph)).json()) as { data: { id: string } }

  const dir = mkdtempSync(join(tmpdir(), 'millrace-limit-'))
  const db = new DatabaseSync(join(dir, 'limit.db'))
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, document TEXT)')
  const insert = db.prepare('INSERT INTO t (document) VALUES (?)')

  const agent = new Agent({ keepAlive: true })
  const ours: number[] = []
  const limit: number[] = []
  let text = ''
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const node = graph.nodes[round % graph.nodes.length]
    if (node !== undefined) node.position = { x: round, y: 7 }
    text = JSON.stringify(graph)
    const before = performance.now()
    await put(service, agent, { path: `/api/v1/workflows/${created.data.id}`, text })
    const between = performance.now()
    JSON.parse(text)
    insert.run(text)
    if (round < WARM_UP) continue
    limit.push(performance.now() - between)
    ours.push(between - before)
  }
  agent.destroy()
  db.close()
  rmSync(dir, { recursive: true })
  await service.stop()
  const figure = median(ours) / median(limit)
  return [
    {
      work: `PUT of a 500-node workflow (${Math.round(text.length / 1024)} KB), over HTTP`,
      measured: ms(median(ours)),
      limit: `JSON.parse + one commit: ${ms(median(limit))}`,
      figure,
      goal: 'at most 4',
      met: figure <= 4,
    },
  ]
}

interface Put {
  readonly path: string
  readonly text: string
}

/** Sends the document as browsers do and reads the compressed reply. `fetch` itself takes longer than the service. */
function put({ port, token }: RunningService, agent: Agent, { path, text }: Put): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'accept-encoding': 'gzip, deflate, br, zstd',
    }
    const sent = request({ host: '127.0.0.1', port, path, method: 'PUT', agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`PUT answered ${answer.statusCode}`)),
      )
    })
    sent.once('error', reject)
    sent.end(text)
  })
}
