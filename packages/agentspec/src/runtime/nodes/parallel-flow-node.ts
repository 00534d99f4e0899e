/** Runs several flows side by side and goes on when all are done. */
import type { ParallelFlowNode } from '../../components.ts'
import { inParallel } from '../in-parallel.ts'
import type { Visit, Visited } from '../visit.ts'
import { runSubflow } from './flow-node.ts'

export async function visitParallelFlow(visit: Visit<ParallelFlowNode>): Promise<Visited> {
  const { node, run, inputs, conversation } = visit
  const ended = await inParallel(node.subflows.length, run, async (number) => {
    const own = [...conversation]
    const subflow = node.subflows[number]
    if (subflow === undefined) return { outputs: {}, said: [] }
    const { outputs } = await runSubflow(visit, subflow, inputs, { number, conversation: own })
    return { outputs, said: own.slice(conversation.length) }
  })
  for (const { said } of ended) for (const message of said) conversation.push(message)
  return { outputs: Object.assign({}, ...ended.map(({ outputs }) => outputs)) }
}
