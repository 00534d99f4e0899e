/** Parses JSON from outside: small texts here, large ones in a worker thread, where they stay text. */
import { LargeJson, NodeFailure } from '@millrace/model'
import { WorkerFailure } from '../platform/workers/worker-failure.ts'
import { TaskError } from '../platform/workers/worker-pool.ts'
import type { Workers } from '../platform/workers/workers.ts'
import { jsonResult } from './sandbox/json-result.ts'

export type ReadJson = (text: string, signal: AbortSignal) => Promise<unknown>

const LARGE_CHARACTERS = 64 * 1024
const DEADLINE_MS = 30_000

export function createReadJson(workers: Workers): ReadJson {
  return async (text, signal) => {
    if (text.length < LARGE_CHARACTERS) return jsonResult(text)
    try {
      const { json, hash } = await workers.run('read-json', text, { deadlineMs: DEADLINE_MS, signal })
      return new LargeJson(json, hash)
    } catch (error) {
      // Parse on the main thread if no worker thread is free: slower is better than a failure.
      if (error instanceof WorkerFailure && error.reason === 'busy') return jsonResult(text)
      if (error instanceof TaskError && error.code !== undefined) throw new NodeFailure(error.code, error.message)
      throw error
    }
  }
}
