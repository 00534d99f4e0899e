/** Runs the written requests against an assistant and counts. */
import { applyAll, type Catalogue, type Graph, parseCommands, problemsIn } from '@millrace/model'
import { graphNamed } from './graphs.ts'
import type { Outcome, Request } from './request.ts'

/** An assistant, as the evaluation asks it: the text that it would send. */
export type Asked = (message: string, graph: Graph) => Promise<string>

export interface Failure {
  readonly say: string
  readonly why: readonly string[]
  readonly content: string
}

export interface GroupScore {
  readonly group: string
  readonly passed: number
  readonly total: number
  readonly failures: readonly Failure[]
}

const FENCE = /```(?:millrace|flowdrop)\n([\s\S]*?)```/g

/** What a reply comes to: its text, its commands, and the graph after them. */
export function outcomeOf(
  content: string,
  before: Graph,
  catalogue: Catalogue,
): Outcome & { readonly wrong: readonly string[] } {
  const commands = [...content.matchAll(FENCE)]
    .map((match) => match[1] ?? '')
    .join('\n')
    .trim()
  const says = content.replace(FENCE, '').trim()
  const parsed = parseCommands(commands, catalogue)
  const edits = parsed.commands.map(({ command }) => command).filter(({ verb }) => verb !== 'undo' && verb !== 'redo')
  const applied = applyAll(before, edits, catalogue)
  const refused = applied.results.flatMap((one) => (one.ok ? [] : [`refused: ${one.problem.message}`]))
  const wrong = [...parsed.problems.map(({ message }) => `unreadable: ${message}`), ...refused]
  return {
    before,
    after: applied.graph,
    says,
    commands,
    wrong: [...wrong, ...silentGaps(before, applied.graph, { says, catalogue })],
  }
}

const LANGUAGES = { expressionProblem: () => undefined, templateProblem: () => undefined }

/** Whatever is left unfinished has to be said. */
function silentGaps(
  before: Graph,
  after: Graph,
  { says, catalogue }: { says: string; catalogue: Catalogue },
): string[] {
  const missing = (graph: Graph) =>
    problemsIn(graph, { catalogue, languages: LANGUAGES, maxNodes: 100_000 })
      .filter(({ code, severity }) => severity === 'error' && code !== 'MISSING_CONFIG')
      .map(({ message }) => message)
  const had = new Set(missing(before))
  return missing(after)
    .filter((message) => !had.has(message) && !says.includes(message))
    .map((message) => `says nothing of: ${message}`)
}

/** How many requests of a group are met. */
export async function scoreOf(
  group: string,
  requests: readonly Request[],
  { ask, catalogue }: { ask: Asked; catalogue: Catalogue },
): Promise<GroupScore> {
  const failures: Failure[] = []
  for (const { say, on = 'empty', expect } of requests) {
    const before = graphNamed(on, catalogue)
    const content = await ask(say, before)
    const { wrong, ...outcome } = outcomeOf(content, before, catalogue)
    const why = [...wrong, ...expect.map((check) => check(outcome))].filter((one) => one !== undefined)
    if (why.length > 0) failures.push({ say, why, content })
  }
  return { group, passed: requests.length - failures.length, total: requests.length, failures }
}
