import type { Flow } from '../components.ts'
import { type FlowEnd, type Host, RUN_LIMITS, type RunLimits } from './host.ts'
import { Waiting } from './passing.ts'
import { Run } from './run.ts'
import type { Values } from './values.ts'
import { walk } from './walk.ts'

/** Runs a flow until it ends, fails (a NodeFailure is thrown), or has to ask a person; see `run.ts` for what it keeps. */
export async function runFlow(
  flow: Flow,
  inputs: Values,
  host: Host,
  limits: Partial<RunLimits> = {},
): Promise<FlowEnd> {
  const run = new Run(host, { ...RUN_LIMITS, ...limits })
  try {
    const walked = await walk({ run, flow, prefix: '', trail: [], conversation: [], depth: 0 }, inputs)
    // Where the flow does not say what it gives, it gives all that its end was given.
    const outputs = flow.outputs ? walked.outputs : walked.all
    return { outputs, endNode: walked.endNode, endBranch: walked.branch }
  } catch (error) {
    if (!(error instanceof Waiting)) throw error
    await run.noteAsking(error)
    return { question: error.question }
  }
}
