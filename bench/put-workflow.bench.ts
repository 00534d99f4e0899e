import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { graphOf } from './graphs.ts'
import { median, ms, type Row } from './row.ts'
import { startService } from './service.ts'

const ROUNDS = 60

/** PUT of a 500-node workflow, validated and stored as a version, compared with parsing it and one commit of its text. */
export async function bench(): Promise<Row[]> {
  const service = await startService()
  const text = JSON.stringify(graphOf(500))
  const created = (await (await service.call('POST', '/workflows', text)).json()) as { data: { id: string } }

  const dir = mkdtempSync(join(tmpdir(), 'millrace-limit-'))
  const db = new DatabaseSync(join(dir, 'limit.db'))
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, document TEXT)')
  const insert = db.prepare('INSERT INTO t (document) VALUES (?)')

  const ours: number[] = []
  const limit: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    const answer = await service.call('PUT', `/workflows/${created.data.id}`, text)
    await answer.arrayBuffer()
    const between = performance.now()
    JSON.parse(text)
    insert.run(text)
    limit.push(performance.now() - between)
    ours.push(between - before)
    if (answer.status !== 200) throw new Error(`PUT answered ${answer.status}`)
  }
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
