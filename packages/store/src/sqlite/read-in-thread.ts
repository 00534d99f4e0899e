import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SqlValue } from '../sql.ts'
import { sqliteError } from './sqlite-unavailable.ts'

// As text, so that it needs no file of its own beside a bundle. Not read-only: a log that a crash left needs its index.
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const answer = () => {
  let database
  try {
    database = new DatabaseSync(workerData.file, { timeout: 5000 })
    return { rows: database.prepare(workerData.text).all(...workerData.params) }
  } catch (error) {
    return { failed: error.message, errcode: error.errcode }
  } finally {
    database?.close()
  }
}
const found = answer()
const bytes = (found.rows ?? []).flatMap((row) => Object.values(row)).filter((value) => value instanceof Uint8Array)
parentPort.postMessage(found, bytes.map(({ buffer }) => buffer))
`

type Row = Readonly<Record<string, unknown>>
type Answer = { readonly rows: readonly Row[] } | { readonly failed: string; readonly errcode?: number }

/** Runs one long statement in a thread and on a connection of its own: the main thread goes on meanwhile. */
export async function readInThread(
  file: string,
  text: string,
  params: readonly SqlValue[] = [],
): Promise<readonly Row[]> {
  const worker = new Worker(PROGRAM, { eval: true, workerData: { file, text, params } })
  worker.unref()
  const [answer] = (await once(worker, 'message')) as [Answer]
  if ('rows' in answer) return answer.rows
  throw sqliteError(Object.assign(new Error(answer.failed), { errcode: answer.errcode }))
}
