import { accept } from '../flows/accept-flow.ts'

export interface FlowToAccept {
  /** The flow or agent, as JSON. */
  readonly root: string
  readonly isAgent: boolean
  /** The resolved references, as JSON. */
  readonly named: string
}

/** The compiled flow or its errors, as JSON. */
export function perform({ root, isAgent, named }: FlowToAccept): string {
  return JSON.stringify(accept({ root: JSON.parse(root), isAgent, named: JSON.parse(named) }))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'accept-flow': typeof perform
  }
}
