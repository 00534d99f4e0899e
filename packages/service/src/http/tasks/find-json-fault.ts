import { type Fault, jsonFault } from '../json-fault.ts'

/** Finds the first syntax error of a JSON text. */
export function perform(text: string): Fault {
  return jsonFault(text)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'find-json-fault': typeof perform
  }
}
