/**
 * Validates and compiles workflows. Large ones, and those with long texts that may be expressions, are handled in a
 * worker thread: the JSONata parser takes quadratic time and cannot be interrupted on the main thread.
 */
import {
  compile,
  EXPRESSIONS_EXTENSION,
  type Graph,
  isObject,
  parseInSlices,
  printInSlices,
  problemsIn,
  type ValidationProblem,
} from '@millrace/model'
import { catalogueText } from '../catalogue/catalogue-text.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { Workers } from '../platform/workers/workers.ts'
import type { PlannedGraph } from './tasks/plan-graph.ts'

interface CheckOptions {
  /** The same workflow as JSON, if it is already serialized. */
  readonly text?: string
  readonly caller?: string
}

export interface GraphChecks {
  /** All problems of a workflow. Throws a `WorkerFailure` (422 `TOO_EXPENSIVE`) if that takes too long. */
  problems(graph: Graph, options?: CheckOptions): Promise<ValidationProblem[]>
  /** The plan of a workflow, or its errors; throws like `problems`. */
  plan(graph: Graph, options?: CheckOptions): Promise<PlannedGraph>
  /** The same for a stored document. */
  planOfText(document: string): Promise<PlannedGraph>
}

export interface GraphChecksNeeds {
  readonly workers: Workers
  readonly catalogue: ServedCatalogue
  readonly maxNodes: number
}

/** Up to this many nodes and edges, a workflow is validated on the main thread (about 10 ms). */
const MAX_PARTS_HERE = 300
/** The same limit in characters of settings: the worst expression of this length takes about 30 ms to parse. */
const MAX_CHARACTERS_HERE = 8_192
/** Time limit of a validation, and the extra time per million characters. */
const DEADLINE_MS = 2000
const DEADLINE_MS_PER_MILLION = 1000

/** Longer documents go to a thread without being parsed on the main thread first. */
const LARGE_DOCUMENT = 512 * 1024

export function createGraphChecks({ workers, catalogue, maxNodes }: GraphChecksNeeds): GraphChecks {
  const problemsHere = (graph: Graph) => problemsIn(graph, { catalogue, languages: catalogue.languages, maxNodes })

  async function inThread(task: 'validate-graph' | 'plan-graph', graph: string, caller: string): Promise<unknown> {
    const deadlineMs = DEADLINE_MS + (graph.length / 1_000_000) * DEADLINE_MS_PER_MILLION
    const input = { graph, catalogue: catalogueText(catalogue), maxNodes }
    return parseInSlices(await workers.run(task, input, { deadlineMs, caller }))
  }

  const textOf = async ({ nodes, edges }: Graph, text: string | undefined) =>
    text ?? (await printInSlices({ nodes, edges }))

  async function plan(graph: Graph, { text, caller = '' }: CheckOptions = {}): Promise<PlannedGraph> {
    if (!isSmall(graph)) return (await inThread('plan-graph', await textOf(graph, text), caller)) as PlannedGraph
    const errors = problemsHere(graph).filter(({ severity }) => severity === 'error')
    return errors.length > 0 ? { errors } : { plan: compile(graph, catalogue) }
  }

  return {
    plan,
    async problems(graph, { text, caller = '' } = {}) {
      if (isSmall(graph)) return problemsHere(graph)
      return (await inThread('validate-graph', await textOf(graph, text), caller)) as ValidationProblem[]
    },
    async planOfText(document) {
      if (document.length > LARGE_DOCUMENT) return (await inThread('plan-graph', document, '')) as PlannedGraph
      return plan((await parseInSlices(document)) as Graph, { text: document })
    },
  }
}

function isSmall({ nodes, edges }: Graph): boolean {
  if (nodes.length + edges.length > MAX_PARTS_HERE) return false
  let left = MAX_CHARACTERS_HERE
  for (const { data } of nodes) {
    left -= charactersIn(data?.config, left)
    if (left >= 0) left -= charactersIn(data?.extensions?.[EXPRESSIONS_EXTENSION], left)
    if (left < 0) return false
  }
  return true
}

/** Characters of all strings and keys in a value; stops counting at the limit. */
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
