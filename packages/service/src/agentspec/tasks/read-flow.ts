import { type ReadRoot, readRoot, type Unreadable } from '../flows/accept-flow.ts'

export interface FlowToRead {
  /** As JSON. */
  readonly document: string
}

/** The content of a submitted Agent Spec document; the flow or agent itself as JSON. */
export function perform({ document }: FlowToRead): Unreadable | (Omit<ReadRoot, 'root'> & { readonly root: string }) {
  const read = readRoot(JSON.parse(document))
  return read.errors === undefined ? { ...read, root: JSON.stringify(read.root) } : read
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'read-flow': typeof perform
  }
}
