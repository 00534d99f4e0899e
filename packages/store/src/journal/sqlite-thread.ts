/** The thread that writes the database on a connection of its own, so that the main thread never waits for the disk. */
import { performance } from 'node:perf_hooks'
import { type MessagePort, workerData } from 'node:worker_threads'
import type { SqlValue, Statement } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { sqliteError } from '../sqlite/sqlite-unavailable.ts'
import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts'
import { type Flat, unflattened } from './change-wire.ts'
import { reasonOf } from './sqlite-faults.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export interface ThreadStart {
  readonly file: string
  readonly port: MessagePort
}

export type Request =
  | { readonly changes: Flat; readonly mayCheckpoint: boolean }
  | { readonly statements: readonly Statement[] }
  | { readonly text: string; readonly params: readonly SqlValue[]; readonly returns: 'rows' | 'count' }
  | 'file'
  | 'close'

export interface Done<T = unknown> {
  readonly done: T
  /** How long the request took. */
  readonly ms: number
  /** The number of executions that are to be filed. */
  readonly unfiled: number
}

export type Answer = Done | { readonly failed: string; readonly reason?: UnavailableReason }

const { file, port } = workerData as ThreadStart
const sql = openSqlite(file)
const writer = new SqliteWriter(sql.database, { filesLater: true })

port.on('message', async (request: Request) => {
  if (request === 'close') {
    await answerTo('close')
    await sql.close()
    port.close()
    return
  }
  port.postMessage(await answerTo(request))
})

async function answerTo(request: Request): Promise<Answer> {
  const before = performance.eventLoopUtilization()
  const after = (done: unknown): Done => {
    return { done, ms: performance.eventLoopUtilization(before).active, unfiled: writer.unfiled }
  }
  try {
    sql.checkFile()
    if (request === 'file') return after(writer.file())
    if (request === 'close') return after(writer.emptyUnfiled())
    if ('changes' in request) {
      const answer = after(writer.commit(unflattened(request.changes)))
      if (request.mayCheckpoint) sql.checkpoint()
      return answer
    }
    writer.emptyUnfiled()
    writer.clearCache()
    if ('statements' in request) return after(await sql.transaction(request.statements))
    const { text, params, returns } = request
    return after(returns === 'rows' ? await sql.all(text, params) : await sql.run(text, params))
  } catch (error) {
    const reported = sqliteError(error)
    if (reported instanceof StoreUnavailable)
      return { failed: reasonOf(reported.cause ?? reported), reason: reported.reason }
    return { failed: reasonOf(error) }
  }
}
