/**
 * Validates workflows. What is large, or has much text that may be an expression, is validated in a worker thread: the
 * parser of JSONata takes the square of an expression, and nothing on the main thread ends it.
 */
import { type Graph, isObject, parseInSlices, printInSlices, problemsIn, type ValidationProblem } from '@millrace/model'
import type { ServedCatalogue } from '../given.ts'
import { catalogueText } from '../workers/catalogue-text.ts'
import type { Workers } from '../workers/workers.ts'

export interface GraphChecks {
  /**
   * Everything there is to say about a workflow; `text` is the same as JSON, if there is one already. Throws a
   * `WorkerFailure` (422 `TOO_EXPENSIVE`) if that takes too long.
   */
  problems(graph: Graph, options?: { readonly text?: string; readonly caller?: string }): Promise<ValidationProblem[]>
}

export interface GraphChecksNeeds {
  readonly workers: Workers
  readonly catalogue: ServedCatalogue
  readonly maxNodes: number
}

/** Nodes and edges together that are validated on the main thread: about 10 ms. */
const MAX_PARTS_HERE = 300
/** Characters of settings in all: the worst expression of this length takes about 30 ms to parse. */
const MAX_CHARACTERS_HERE = 8_192
/** Processing time for a validation, and what each million characters add to it. */
const DEADLINE_MS = 2000
const DEADLINE_MS_PER_MILLION = 1000

export function createGraphChecks({ workers, catalogue, maxNodes }: GraphChecksNeeds): GraphChecks {
  return {
    async problems(graph, { text, caller = '' } = {}) {
      if (isSmall(graph)) return problemsIn(graph, { catalogue, languages: catalogue.languages, maxNodes })
      const input = text ?? (await printInSlices({ nodes: graph.nodes, edges: graph.edges }))
      const deadlineMs = DEADLINE_MS + (input.length / 1_000_000) * DEADLINE_MS_PER_MILLION
      const task = { graph: input, catalogue: catalogueText(catalogue), maxNodes }
      const problems = await workers.run('validate-graph', task, { deadlineMs, caller })
      return (await parseInSlices(problems)) as ValidationProblem[]
    },
  }
}

function isSmall({ nodes, edges }: Graph): boolean {
  if (nodes.length + edges.length > MAX_PARTS_HERE) return false
  let left = MAX_CHARACTERS_HERE
  for (const { data } of nodes) {
    left -= charactersIn(data?.config, left)
    if (left < 0) return false
  }
  return true
}

/** Characters of all texts and keys in a value; stops counting beyond a limit. */
function charactersIn(root: unknown, limit: number): number {
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0 && count <= limit) {
    const value = open.pop()
    if (typeof value === 'string') count += value.length
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (isObject(value)) {
      for (const key in value) {
        count += key.length
        open.push(value[key])
      }
    } else count += 1
  }
  return count
}
