/** What a change leaves undone: errors that were not there before. Nothing is left unfinished without a word. */
import { type Catalogue, type Graph, problemsIn, type ValidationProblem } from '@millrace/model'

/** Whether expressions and templates parse is left to the validation of the service, which has their parsers. */
const LANGUAGES = { expressionProblem: () => undefined, templateProblem: () => undefined }
const MAX_NODES = 1_000_000
const MOST = 12

/** The findings of validation. */
export function findings(graph: Graph, catalogue: Catalogue): ValidationProblem[] {
  return problemsIn(graph, { catalogue, languages: LANGUAGES, maxNodes: MAX_NODES })
}

/** Errors of the second graph that the first did not have. */
export function newErrors(before: Graph, after: Graph, catalogue: Catalogue): string[] {
  const key = ({ code, nodeId, portId, path }: ValidationProblem) => [code, nodeId, portId, path].join('\n')
  const had = new Set(findings(before, catalogue).map(key))
  return findings(after, catalogue)
    .filter((problem) => problem.severity === 'error' && !had.has(key(problem)))
    .slice(0, MOST)
    .map(({ message }) => message)
}
