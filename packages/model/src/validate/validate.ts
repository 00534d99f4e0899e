/**
 * Validation: one pass that resolves the graph, then rules by subject. Linear in the size of the graph. Used by
 * `POST /workflows/validate`, before an execution starts, and by the editor.
 */
import type { Catalogue } from '../catalogue.ts'
import { PROBLEM_CODES } from '../messages/problem-codes.ts'
import { isDisabled } from '../workflow/disabled.ts'
import { graphProblems } from '../workflow/graph-problems.ts'
import type { Graph } from '../workflow/workflow.ts'
import { passOver } from './disabled/pass-over.ts'
import { disabledProblems } from './disabled-rules.ts'
import { edgeProblems } from './edge-rules.ts'
import { expressionProblems } from './expression-rules.ts'
import { wholeGraphProblems } from './graph-rules.ts'
import { type Languages, nodeProblems } from './node-rules.ts'
import type { ValidationProblem } from './problem.ts'
import { type ResolvedNode, resolveGraph } from './resolved-graph.ts'
import { suggestions } from './suggestions.ts'

export interface ValidationRules {
  readonly catalogue: Catalogue
  readonly languages: Languages
  readonly maxNodes: number
}

/** All problems of a workflow: errors, warnings, suggestions. */
export function problemsIn(graph: Graph, { catalogue, languages, maxNodes }: ValidationRules): ValidationProblem[] {
  const structural = graphProblems(graph, maxNodes).map(({ code, message, nodeId, edgeId }) => ({
    code,
    severity: PROBLEM_CODES[code],
    message,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(edgeId === undefined ? {} : { edgeId }),
  }))
  if (structural.some((one) => one.code === 'TOO_MANY_NODES')) return structural
  const drawn = resolveGraph(graph, catalogue)
  const passed = passOver(graph, catalogue)
  const running = passed.graph === graph ? drawn : resolveGraph(passed.graph, catalogue)
  const byId = new Map(running.nodes.map((one) => [one.node.id, one]))
  const isOn = ({ node }: ResolvedNode) => !isDisabled(node)
  return [
    ...structural,
    ...drawn.nodes.flatMap((one) => (isOn(one) ? firstOf(nodeProblems(asRun(one, byId), languages)) : [])),
    ...drawn.edges.flatMap((edge) =>
      isOn(edge.source) && isOn(edge.target) ? [...edgeProblems(edge, catalogue)] : [],
    ),
    ...wholeGraphProblems(running, drawn),
    ...(running === drawn ? [] : disabledProblems({ drawn, running: byId, passed })),
    ...expressionProblems(running, languages, drawn),
    ...suggestions(running, catalogue),
  ]
}

/** A node with the values that arrive when it runs, and with the edges out of it as they are drawn. */
function asRun(drawn: ResolvedNode, running: ReadonlyMap<string, ResolvedNode>): ResolvedNode {
  const own = running.get(drawn.node.id)
  return own === undefined || own === drawn ? drawn : { ...drawn, arriving: own.arriving }
}

/** The limit for one node: the ten thousandth problem of a node would only make the reply large. */
const MOST_OF_A_NODE = 100

function firstOf(problems: Iterable<ValidationProblem>): ValidationProblem[] {
  return Iterator.from(problems).take(MOST_OF_A_NODE).toArray()
}
