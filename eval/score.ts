/** Runs the written requests against an assistant and counts. */
import {
  applyAll,
  type Catalogue,
  type Graph,
  germanMessage,
  parseCommands,
  problemsIn,
  sameJson,
} from '@millrace/model'
import { graphNamed } from './graphs.ts'
import type { Check, Clause, Outcome, Request } from './request.ts'

/** One side of an exchange. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** An assistant, as the evaluation asks it: the text that it would send. */
export type Asked = (message: string, graph: Graph, history: readonly Turn[]) => Promise<string>

/**
 * How a request was missed. `refused`: nothing was changed. `partial`: something was changed, and the answer says that
 * a part is not done. `wrong`: something was changed, and whoever reads the answer takes it for the whole.
 */
export type Miss = 'refused' | 'partial' | 'wrong'

export interface Failure {
  readonly say: string
  readonly miss: Miss
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
      .map(({ message, code, nodeId, portId }) => ({ message, key: [code, nodeId, portId].join() }))
  // By node and port: a node that gets another name has its gaps still.
  const had = new Set(missing(before).map(({ key }) => key))
  return (
    missing(after)
      // A German reply has the German message.
      .filter(({ message, key }) => !had.has(key) && !says.includes(message) && !says.includes(germanMessage(message)))
      .map(({ message }) => `says nothing of: ${message}`)
  )
}

/** How many requests of a group are met. */
export async function scoreOf(
  group: string,
  requests: readonly Request[],
  { ask, catalogue }: { ask: Asked; catalogue: Catalogue },
): Promise<GroupScore> {
  const failures: Failure[] = []
  for (const request of requests) {
    const { say, on = 'empty', before: earlier = [], clauses = [], always = [] } = request
    const expect = [...request.expect, ...clauses.flatMap((clause) => clause.expect), ...always]
    const { graph: before, history } = await conversation(graphNamed(on, catalogue), earlier, { ask, catalogue })
    const content = await ask(say, before, history)
    const { wrong, ...outcome } = outcomeOf(content, before, catalogue)
    const why = [...wrong, ...expect.map((check) => check(outcome))].filter((one) => one !== undefined)
    if (why.length > 0) failures.push({ say, miss: missOf(outcome, request, wrong), why, content })
  }
  return { group, passed: requests.length - failures.length, total: requests.length, failures }
}

/** The workflow and the conversation after these messages. */
async function conversation(
  start: Graph,
  messages: readonly string[],
  { ask, catalogue }: { ask: Asked; catalogue: Catalogue },
): Promise<{ graph: Graph; history: readonly Turn[] }> {
  const history: Turn[] = []
  let graph = start
  for (const message of messages) {
    const content = await ask(message, graph, history)
    history.push({ role: 'user', content: message }, { role: 'assistant', content })
    graph = outcomeOf(content, graph, catalogue).after
  }
  return { graph, history }
}

const OWNS_UP = /did not (?:understand|do)|which one|there is no|cannot|not sure|habe ich nicht|es gibt kein/i

/**
 * A request with clauses is judged strictly: an edit is partial only if it makes no other change, has no defect, and
 * the reply names every clause that was left out. Anything else that changes the workflow is wrong.
 */
function missOf(outcome: Outcome, { clauses, always = [] }: Request, defects: readonly string[]): Miss {
  const { before, after, says } = outcome
  if (sameJson(before, after)) return 'refused'
  if (clauses === undefined) return OWNS_UP.test(says) ? 'partial' : 'wrong'
  const met = (checks: readonly Check[]) => checks.every((check) => check(outcome) === undefined)
  const isNamed = ({ expect, leftOut }: Clause) => met(expect) || leftOut?.test(says) === true
  return defects.length === 0 && met(always) && clauses.every(isNamed) ? 'partial' : 'wrong'
}
