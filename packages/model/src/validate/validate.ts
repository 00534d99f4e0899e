/**
 * Validation: one pass that looks everything up, then rules by subject. Linear in the size of the graph. The same
 * function answers entry 36, stops an execution that cannot run, and marks nodes in the editor.
 */
import type { Catalogue } from '../catalogue.ts'
import { graphProblems } from '../workflow/graph-problems.ts'
import type { Graph } from '../workflow/workflow.ts'
import { edgeProblems } from './edge-rules.ts'
import { wholeGraphProblems } from './graph-rules.ts'
import { type Languages, nodeProblems } from './node-rules.ts'
import { problem, type ValidationProblem } from './problem.ts'
import { resolveGraph } from './resolved-graph.ts'
import { suggestions } from './suggestions.ts'

export interface ValidationRules {
  readonly catalogue: Catalogue
  readonly languages: Languages
  readonly maxNodes: number
}

/** Everything there is to say about a workflow: errors, warnings, suggestions. */
export function problemsIn(graph: Graph, { catalogue, languages, maxNodes }: ValidationRules): ValidationProblem[] {
  const structural = graphProblems(graph, maxNodes).map(({ code, message, nodeId, edgeId }) =>
    problem(code, message, {
      ...(nodeId === undefined ? {} : { nodeId }),
      ...(edgeId === undefined ? {} : { edgeId }),
    }),
  )
  if (structural.some((one) => one.code === 'TOO_MANY_NODES')) return structural
  const resolved = resolveGraph(graph, catalogue)
  return [
    ...structural,
    ...resolved.nodes.flatMap((node) => firstOf(nodeProblems(node, languages))),
    ...resolved.edges.flatMap((edge) => [...edgeProblems(edge, catalogue)]),
    ...wholeGraphProblems(resolved),
    ...suggestions(resolved, catalogue),
  ]
}

/** One node with a hundred faults is known to be faulty; its ten thousandth fault would only make the answer large. */
const MOST_OF_A_NODE = 100

function firstOf(problems: Iterable<ValidationProblem>): ValidationProblem[] {
  return Iterator.from(problems).take(MOST_OF_A_NODE).toArray()
}
