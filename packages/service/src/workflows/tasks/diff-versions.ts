import { diffOf } from '@millrace/model'

export interface VersionsToCompare {
  /** The documents, as JSON. */
  readonly from: string
  readonly to: string
}

/** The differences between two versions of a workflow, as JSON. */
export function perform({ from, to }: VersionsToCompare): string {
  return JSON.stringify(diffOf(JSON.parse(from), JSON.parse(to)))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'diff-versions': typeof perform
  }
}
