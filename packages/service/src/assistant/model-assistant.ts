/**
 * The assistant with a model. Every reply is taken apart, read and applied to a copy before anybody sees it; what is wrong
 * goes back to the model, at most three times. What still fails is said in plain words, and only what applies is sent.
 */
import {
  answerTo,
  applyAll,
  type Catalogue,
  type Command,
  type Graph,
  isAsking,
  kindOf,
  type ModelAnswer,
  type ModelMessage,
  parseCommands,
  printCommand,
} from '@millrace/model'
import { fencedIn } from './fenced-blocks.ts'
import { newErrors } from './new-problems.ts'
import type { Answer } from './printed-reply.ts'
import { promptFor, type Said } from './prompt/prompt.ts'

export interface ModelRequest {
  readonly message: string
  readonly graph: Graph
  readonly history: readonly Said[]
}

/** Asks the model once. */
export type AskModel = (system: string, messages: readonly ModelMessage[]) => Promise<ModelAnswer>

const MOST_CORRECTIONS = 3
/** A reply that is longer, or has more commands, is no answer to a chat message. */
const LONGEST_REPLY = 100_000
const MOST_COMMANDS = 500
/** So much of a reply goes back to the model together with what was wrong. */
const LONGEST_RETURNED = 20_000
const MOST_REPORTED = 20

/** What the model answers, corrected until it applies. */
export async function modelReply(request: ModelRequest, catalogue: Catalogue, ask: AskModel): Promise<Answer> {
  const { system, messages } = promptFor(request, catalogue)
  const said: ModelMessage[] = [...messages]
  for (let corrections = 0; ; corrections++) {
    const { text } = await ask(system, said)
    const tried = tryReply(text, request, catalogue)
    if (tried.problems.length === 0 || corrections === MOST_CORRECTIONS) return finalAnswer(tried, request, catalogue)
    said.push(
      { role: 'assistant', content: text === '' ? '(nothing)' : text.slice(0, LONGEST_RETURNED) },
      { role: 'user', content: reportOf(tried.problems) },
    )
  }
}

interface Tried {
  readonly text: string
  readonly commands: readonly Command[]
  readonly problems: readonly string[]
}

function tryReply(reply: string, { graph, message }: ModelRequest, catalogue: Catalogue): Tried {
  if (reply.length > LONGEST_REPLY)
    return {
      text: `${reply.slice(0, 500).replaceAll('`', "'")}…`,
      commands: [],
      problems: [`the reply has ${reply.length} characters; at most ${LONGEST_REPLY} are read`],
    }
  const { text, commands: written } = fencedIn(reply)
  const { commands: lines, problems } = parseCommands(written, catalogue)
  if (lines.length > MOST_COMMANDS)
    return {
      text,
      commands: [],
      problems: [`there are ${lines.length} commands; at most ${MOST_COMMANDS} are read at once`],
    }
  const isAboutLayout = /\b(?:lay ?out|arrange|tidy|align|straighten|clean up|move|position|place)/i.test(message)
  const commands = lines
    .map(({ command }) => command)
    .filter((command) => kindOf(command) !== 'view' && (command.verb !== 'layout' || isAboutLayout))
  const edits = commands.filter((command) => kindOf(command) === 'edit')
  const { results } = applyAll(graph, edits, catalogue, { skipRefused: true })
  const refused = results.flatMap((one) =>
    one.ok ? [] : [`${printCommand(one.command, 'millrace') ?? one.command.verb}: ${one.problem.message}`],
  )
  const unreadable = problems.map(({ line, message: why }) => `line ${line}: ${why}`)
  const empty = text === '' && commands.length === 0 ? ['the reply was empty'] : []
  return { text, commands, problems: [...unreadable, ...refused, ...empty] }
}

function reportOf(problems: readonly string[]): string {
  const shown = problems.slice(0, MOST_REPORTED).map((problem) => `- ${problem}`)
  return `Nothing was applied, because of these problems:\n${shown.join('\n')}\n\nWrite the whole reply again, with all commands, corrected. The workflow is as it was.`
}

function finalAnswer({ text, commands, problems }: Tried, { graph }: ModelRequest, catalogue: Catalogue): Answer {
  const edits = commands.filter((command) => kindOf(command) === 'edit')
  const { results, graph: after } = applyAll(graph, edits, catalogue, { skipRefused: true })
  const good = edits.filter((_, at) => results[at]?.ok === true)
  // A copy has no past: undo is for the client, and only by itself.
  const history = commands.filter((command) => kindOf(command) === 'history')
  const answers = commands
    .filter(isAsking)
    .map((command) => answerTo(after, command, catalogue))
    .flatMap((one) => (one.ok ? [one.text] : []))
  const failed =
    problems.length === 0
      ? []
      : [
          `This part of it does not work, and was left out:\n${problems
            .slice(0, MOST_REPORTED)
            .map((problem) => `- ${problem}`)
            .join('\n')}`,
        ]
  const open = good.length === 0 ? [] : newErrors(graph, after, catalogue)
  const missing =
    open.length === 0 ? [] : [`Still to do before it can run:\n${open.map((line) => `- ${line}`).join('\n')}`]
  return {
    text: [text, ...answers, ...missing, ...failed].filter((part) => part !== '').join('\n\n'),
    commands: good.length > 0 ? good : history,
  }
}
