import { createHash } from 'node:crypto'
import { jsonResult } from '../sandbox/json-result.ts'

/** A JSON text from outside, checked and printed as we print it, with its hash. Throws for one that is not accepted. */
export function perform(text: string): { readonly json: string; readonly hash: string } {
  const json = JSON.stringify(jsonResult(text))
  return { json, hash: createHash('sha256').update(json).digest('hex') }
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'read-json': typeof perform
  }
}
