/** Problems that disabled nodes cause for other nodes. */

import type { NodePort } from '../ports/port.ts'
import { nameOf } from '../workflow/workflow.ts'
import { MAX_PASSED_EDGES, type PassedOver } from './disabled/pass-over.ts'
import { lacksValue, lostSource } from './graph-rules.ts'
import { problem, type ValidationProblem } from './problem.ts'
import type { ResolvedGraph, ResolvedNode } from './resolved-graph.ts'

/** The graph as drawn, and as it runs. */
export interface DisabledRules {
  readonly drawn: ResolvedGraph
  readonly running: ReadonlyMap<string, ResolvedNode>
  readonly passed: PassedOver
}

export function* disabledProblems({ drawn, running, passed }: DisabledRules): Iterable<ValidationProblem> {
  const wide = drawn.nodes.find(({ node }) => node.id === passed.tooWide)
  if (wide !== undefined) {
    yield problem('tooManyPassed', { node: nameOf(wide.node), most: MAX_PASSED_EDGES }, { nodeId: wide.node.id })
  }
  for (const one of drawn.nodes) {
    const { node } = one
    if (passed.stopped.has(node.id)) {
      yield problem('behindDisabled', { node: nameOf(node) }, { nodeId: node.id })
    }
    const runs = running.get(node.id)
    if (runs !== undefined) yield* inputProblems(one, runs)
  }
}

function* inputProblems(drawn: ResolvedNode, running: ResolvedNode): Iterable<ValidationProblem> {
  for (const port of drawn.ports?.inputs.values() ?? []) {
    const source = lostSource(drawn, running, port)
    if (source === undefined) continue
    const isMissing = lacksValue(running, port.id)
    if (!isMissing && hasOtherValue(running, port)) continue
    const { node } = drawn
    const values = { source: nameOf(source.node), port: port.id, node: nameOf(node) }
    yield problem(isMissing ? 'disabledRequired' : 'disabledSource', values, { nodeId: node.id, portId: port.id })
  }
}

function hasOtherValue({ config }: ResolvedNode, port: NodePort): boolean {
  const setting = config[port.id]
  return port.defaultValue !== undefined || (setting !== undefined && setting !== '')
}
