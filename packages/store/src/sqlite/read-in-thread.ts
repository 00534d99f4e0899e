import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SqlValue } from '../sql.ts'
import { sqliteError } from './sqlite-unavailable.ts'

// Source text, so that a bundle needs no extra file. Not read-only: the log of a crashed process needs its index.
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

/** Runs one long statement on a thread with its own connection, without blocking the main thread. */
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
