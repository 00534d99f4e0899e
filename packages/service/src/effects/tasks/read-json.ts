import { createHash } from 'node:crypto'
import { jsonResult } from '../sandbox/json-result.ts'

/** Checks a JSON text from outside and returns it as we serialise it, with its hash. Throws if it is not accepted. */
export function perform(text: string): { readonly json: string; readonly hash: string } {
  const json = JSON.stringify(jsonResult(text))
  return { json, hash: createHash('sha256').update(json).digest('hex') }
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'read-json': typeof perform
  }
}
