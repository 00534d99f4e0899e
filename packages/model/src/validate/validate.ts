/**
 * Validation: one pass that resolves the graph, then rules by subject. Linear in the size of the graph. Used by
 * `POST /workflows/validate`, before an execution starts, and by the editor.
 */
import type { Catalogue } from '../catalogue.ts'
import { PROBLEM_CODES } from '../messages/problem-codes.ts'
import { graphProblems } from '../workflow/graph-problems.ts'
import type { Graph } from '../workflow/workflow.ts'
import { edgeProblems } from './edge-rules.ts'
import { expressionProblems } from './expression-rules.ts'
import { wholeGraphProblems } from './graph-rules.ts'
import { type Languages, nodeProblems } from './node-rules.ts'
import type { ValidationProblem } from './problem.ts'
import { resolveGraph } from './resolved-graph.ts'
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
  const resolved = resolveGraph(graph, catalogue)
  return [
    ...structural,
    ...resolved.nodes.flatMap((node) => firstOf(nodeProblems(node, languages))),
    ...resolved.edges.flatMap((edge) => [...edgeProblems(edge, catalogue)]),
    ...wholeGraphProblems(resolved),
    ...expressionProblems(resolved, languages),
    ...suggestions(resolved, catalogue),
  ]
}

/** The limit for one node: the ten thousandth problem of a node would only make the reply large. */
const MOST_OF_A_NODE = 100

function firstOf(problems: Iterable<ValidationProblem>): ValidationProblem[] {
  return Iterator.from(problems).take(MOST_OF_A_NODE).toArray()
}
