/** The problems that a change adds to a workflow: the reply lists them. */
import { type Catalogue, type Graph, problemsIn, type ValidationProblem } from '@millrace/model'

/** Expressions and templates are not checked here: only the validation of the service has their parsers. */
const LANGUAGES = { expressionProblem: () => undefined, templateProblem: () => undefined }
const MAX_NODES = 1_000_000
const MOST = 12

/** The problems of a workflow. */
export function findings(graph: Graph, catalogue: Catalogue): ValidationProblem[] {
  return problemsIn(graph, { catalogue, languages: LANGUAGES, maxNodes: MAX_NODES })
}

/** Messages of the errors of the second graph that the first does not have. */
export function newErrors(before: Graph, after: Graph, catalogue: Catalogue): string[] {
  const key = ({ code, nodeId, portId, path }: ValidationProblem) => [code, nodeId, portId, path].join('\n')
  const had = new Set(findings(before, catalogue).map(key))
  return findings(after, catalogue)
    .filter((problem) => problem.severity === 'error' && !had.has(key(problem)))
    .slice(0, MOST)
    .map(({ message }) => message)
}
