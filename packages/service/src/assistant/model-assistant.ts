/**
 * The assistant with a model. The model edits a draft by tool calls, or writes commands in a fenced block. Refusals go
 * back to the model. Only commands that apply are sent; the rest is named in the reply.
 */
import {
  answerTo,
  applyAll,
  type Catalogue,
  type Command,
  isAsking,
  kindOf,
  type ModelAnswer,
  type ModelMessage,
  NodeFailure,
  parseCommands,
  printCommand,
  type ToolCall,
  type ToolSpec,
  translatedLines,
} from '@millrace/model'
import { fencedIn } from './fenced-blocks.ts'
import { languageOf } from './interpreter/lexicon/message-language.ts'
import { newErrors } from './new-problems.ts'
import type { Answer } from './printed-reply.ts'
import { tokensOf } from './prompt/compact-catalogue.ts'
import { cleaner, type PromptRequest, promptMessages, textSystemPrompt, toolSystemPrompt } from './prompt/prompt.ts'
import { type AssistantTools, createAssistantTools, type WorkflowReads } from './tools/assistant-tools.ts'
import { MAX_COMMANDS, WorkflowDraft } from './tools/workflow-draft.ts'

export interface ModelRequest extends PromptRequest {
  /** What the tools may read beside the given workflow. */
  readonly reads?: WorkflowReads | undefined
}

export interface ModelQuestion {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolSpec[]
}

/** One exchange with the model. */
export type AskModel = (question: ModelQuestion) => Promise<ModelAnswer>

const MAX_EXCHANGES = 16
const MAX_CORRECTIONS = 3
/** Of all exchanges for one message together. */
const MAX_TOKENS = 400_000
const MAX_CALLS_PER_ANSWER = 60
const MAX_REPLY = 100_000
/** How much of a reply goes back to the model together with its problems. */
const MAX_RETURNED = 20_000
const MAX_REPORTED = 20

/** The answer of the model. Aborting is up to `ask`. */
export async function modelReply(request: ModelRequest, catalogue: Catalogue, ask: AskModel): Promise<Answer> {
  const clean = cleaner(request.graph, catalogue)
  const draft = new WorkflowDraft(request.graph, catalogue)
  const mayMove = isAboutLayout(request.message)
  const tools = createAssistantTools({ draft, catalogue, reads: request.reads ?? {}, mayMove, clean })
  const messages: ModelMessage[] = [...promptMessages(request, catalogue, clean)]
  const askNext = boundedAsk(ask, tools.specs, (kind) => kind(catalogue, request.page))
  const context = { request, catalogue, draft, mayMove }
  let refused: readonly string[] = []
  let corrections = 0
  for (;;) {
    const answer = await askNext(messages)
    if (answer === 'limit') return stoppedAnswer(context, refused)
    if (answer.toolCalls.length > 0) {
      refused = await callAll(answer, tools, { messages, refused })
      continue
    }
    const tried = tryReply(answer.text, context)
    if (tried.problems.length === 0 || corrections++ === MAX_CORRECTIONS)
      return finalAnswer({ ...tried, problems: [...refused, ...tried.problems] }, context)
    messages.push(
      { role: 'assistant', content: answer.text === '' ? '(nothing)' : answer.text.slice(0, MAX_RETURNED) },
      { role: 'user', content: reportOf(tried.problems) },
    )
  }
}

interface ReplyContext {
  readonly request: ModelRequest
  readonly catalogue: Catalogue
  readonly draft: WorkflowDraft
  readonly mayMove: boolean
}

/** Asks until a limit is reached. A provider that refuses tools is asked again for commands as text. */
function boundedAsk(ask: AskModel, specs: readonly ToolSpec[], promptOf: (kind: typeof toolSystemPrompt) => string) {
  let tools = specs
  let system = promptOf(toolSystemPrompt)
  let exchanges = 0
  let tokens = 0
  return async (messages: readonly ModelMessage[]): Promise<ModelAnswer | 'limit'> => {
    if (exchanges++ === MAX_EXCHANGES || tokens > MAX_TOKENS) return 'limit'
    const answer = await ask({ system, messages, tools }).catch((error: unknown) => {
      if (exchanges > 1 || !refusesTools(error)) throw error
      tools = []
      system = promptOf(textSystemPrompt)
      return ask({ system, messages, tools })
    })
    const sent = tokensOf(system) + messages.reduce((sum, { content }) => sum + tokensOf(content), 0)
    tokens += Math.max(answer.usage.totalTokens, sent + tokensOf(answer.text))
    return answer
  }
}

function refusesTools(error: unknown): boolean {
  const isRefusal = error instanceof NodeFailure && ['MODEL_REFUSED', 'MODEL_SETTINGS_INVALID'].includes(error.code)
  return isRefusal && /tool|function/i.test(error.message)
}

/** Performs the calls of an answer in order. Returns the refusals that are still open. */
async function callAll(
  { text, toolCalls }: ModelAnswer,
  tools: AssistantTools,
  { messages, refused }: { readonly messages: ModelMessage[]; readonly refused: readonly string[] },
): Promise<readonly string[]> {
  const calls = toolCalls.slice(0, MAX_CALLS_PER_ANSWER)
  messages.push({ role: 'assistant', content: text.slice(0, MAX_RETURNED), toolCalls: calls })
  const problems: string[] = []
  let edits = 0
  for (const call of calls) {
    const { content, edit } = await tools.call(call)
    messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content })
    if (edit !== undefined) edits++
    if (edit === 'refused') problems.push(`${callText(call)}: ${content}`)
  }
  const dropped = toolCalls.length - calls.length
  if (dropped > 0)
    messages.push({ role: 'user', content: `${dropped} calls were dropped: at most ${calls.length} in one answer.` })
  // Edits without a refusal are the correction of the refusals before.
  return edits === 0 ? refused : problems
}

function callText({ name, args }: ToolCall): string {
  return `${name} ${JSON.stringify(args).slice(0, 200)}`
}

interface Tried {
  readonly text: string
  readonly commands: readonly Command[]
  readonly problems: readonly string[]
}

/** Reads a reply without tool calls. Fenced commands count only if no tool changed the draft: else they repeat it. */
function tryReply(reply: string, { catalogue, draft, mayMove }: ReplyContext): Tried {
  if (reply.length > MAX_REPLY)
    return {
      text: `${reply.slice(0, 500).replaceAll('`', "'")}…`,
      commands: draft.commands,
      problems: [`the reply has ${reply.length} characters; at most ${MAX_REPLY} are read`],
    }
  const { text, commands: written } = fencedIn(reply)
  if (draft.commands.length > 0) return { text, commands: draft.commands, problems: [] }
  const { commands: lines, problems } = parseCommands(written, catalogue)
  if (lines.length > MAX_COMMANDS)
    return {
      text,
      commands: [],
      problems: [`there are ${lines.length} commands; at most ${MAX_COMMANDS} are read at once`],
    }
  const commands = lines
    .map(({ command }) => command)
    .filter((command) => kindOf(command) !== 'view' && (command.verb !== 'layout' || mayMove))
  const edits = commands.filter((command) => kindOf(command) === 'edit')
  const { results } = applyAll(draft.graph, edits, catalogue, { skipRefused: true })
  const refused = results.flatMap((one) =>
    one.ok ? [] : [`${printCommand(one.command, 'millrace') ?? one.command.verb}: ${one.problem.message}`],
  )
  const unreadable = problems.map(({ line, message: why }) => `line ${line}: ${why}`)
  const empty = text === '' && commands.length === 0 ? ['the reply was empty'] : []
  return { text, commands, problems: [...unreadable, ...refused, ...empty] }
}

const LAYOUT_WORDS =
  /\b(?:lay ?out|arrange|tidy|align|straighten|clean up|move|position|place|resize)|\b(?:an)?ordne|anordn|ausricht|aufräum|räum|verschieb|platzier|vergrößer|verkleiner/i

/** Whether a message asks for a layout: only then may nodes move. */
function isAboutLayout(message: string): boolean {
  return LAYOUT_WORDS.test(message)
}

function listed(lines: readonly string[]): string {
  return lines
    .slice(0, MAX_REPORTED)
    .map((line) => `- ${line}`)
    .join('\n')
}

function reportOf(problems: readonly string[]): string {
  return `Nothing was applied, because of these problems:\n${listed(problems)}\n\nWrite the whole reply again, with all commands, corrected. The workflow is as it was.`
}

/** The answer if the model does not stop calling tools. */
function stoppedAnswer(context: ReplyContext, refused: readonly string[]): Answer {
  const { commands } = context.draft
  const { texts } = languageOf(context.request.message, context.request.page)
  const text = `${texts.modelStopped(MAX_EXCHANGES)} ${commands.length === 0 ? texts.madeNothing : texts.madeThese}`
  return finalAnswer({ text, commands, problems: refused }, context)
}

function finalAnswer({ text, commands, problems }: Tried, { request, catalogue }: ReplyContext): Answer {
  const { graph } = request
  const { texts, message } = languageOf(request.message, request.page)
  const edits = commands.filter((command) => kindOf(command) === 'edit')
  const { results, graph: after } = applyAll(graph, edits, catalogue, { skipRefused: true })
  const good = edits.filter((_, at) => results[at]?.ok === true)
  // Undo is sent only by itself: it is about the history of the client.
  const history = commands.filter((command) => kindOf(command) === 'history')
  const answers = commands
    .filter(isAsking)
    .map((command) => answerTo(after, command, catalogue))
    .flatMap((one) => (one.ok ? [translatedLines(one.text, message)] : []))
  const failed = problems.length === 0 ? [] : [`${texts.doesNotWork}\n${listed(problems.map(message))}`]
  const open = good.length === 0 ? [] : newErrors(graph, after, catalogue)
  const missing = open.length === 0 ? [] : [`${texts.stillToDo}\n${listed(open.map(message))}`]
  return {
    text: [text, ...answers, ...missing, ...failed].filter((part) => part !== '').join('\n\n'),
    commands: good.length > 0 ? good : history,
  }
}
