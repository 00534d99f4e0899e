/** The thread that writes the journal: a connection of its own, so that the main thread never waits for a disk. */
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { type Flat, unflattened } from './change-wire.ts'
import type { Refusal } from './changes.ts'
import { reasonOf } from './sqlite-faults.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export type Request =
  | { readonly changes: Flat; readonly mayCheckpoint: boolean }
  | { readonly statements: readonly Statement[] }
  | 'close'

export interface Done {
  readonly done: readonly Refusal[] | boolean
  /** How long it took. */
  readonly ms: number
}

export type Answer = Done | { readonly failed: string }

const port = parentPort
if (port === null) throw new Error('This file is the start of a thread.')

const sql = openSqlite(String(workerData))
const writer = new SqliteWriter(sql.database)

port.on('message', async (request: Request) => {
  if (request === 'close') {
    await sql.close()
    port.close()
    return
  }
  port.postMessage(await answerTo(request))
})

async function answerTo(request: Exclude<Request, 'close'>): Promise<Answer> {
  const before = performance.eventLoopUtilization()
  const after = (done: Done['done']) => ({ done, ms: performance.eventLoopUtilization(before).active })
  try {
    sql.checkFile()
    if ('changes' in request) {
      const answer = after(writer.commit(unflattened(request.changes)))
      if (request.mayCheckpoint) sql.checkpoint()
      return answer
    }
    writer.forget()
    return after(await sql.transaction(request.statements))
  } catch (error) {
    return { failed: reasonOf(error) }
  }
}
