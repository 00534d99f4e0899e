/** The thread that writes the journal: a connection of its own, so that the main thread never waits for a disk. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from '../sql.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import { type Flat, unflattened } from './change-wire.ts'
import type { Refusal } from './changes.ts'
import { reasonOf } from './sqlite-faults.ts'
import { SqliteWriter } from './sqlite-writer.ts'

export type Request = { readonly changes: Flat } | { readonly statements: readonly Statement[] } | 'close'

export type Answer = { readonly done: readonly Refusal[] | boolean } | { readonly failed: string }

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
  try {
    sql.checkFile()
    if ('changes' in request) return { done: writer.commit(unflattened(request.changes)) }
    writer.forget()
    return { done: await sql.transaction(request.statements) }
  } catch (error) {
    return { failed: reasonOf(error) }
  }
}
