import { compiledFlow } from '../flows/compiled-flow.ts'

export interface FlowToCompile {
  /** As JSON. */
  readonly flow: string
  /** The resolved references, as JSON. */
  readonly named: string
}

/** The plan of a flow and its secrets, as JSON. */
export function perform({ flow, named }: FlowToCompile): string {
  return JSON.stringify(compiledFlow(JSON.parse(flow), JSON.parse(named)))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'compile-flow': typeof perform
  }
}
