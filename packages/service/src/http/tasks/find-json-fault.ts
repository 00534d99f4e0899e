import { type Fault, jsonFault } from '../json-fault.ts'

/** Where a text stops being JSON. */
export function perform(text: string): Fault {
  return jsonFault(text)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'find-json-fault': typeof perform
  }
}
