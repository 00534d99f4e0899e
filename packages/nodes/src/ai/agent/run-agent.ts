/**
 * The loop of an agent: ask the model, make the calls it wants, tell it what came of them, until it wants none.
 * It may be cut off anywhere and is then run from its start; what it finds in its notes it does not do again.
 *
 * A1 An answer of the model is on disk before anything is done about it, and is asked for once.
 * A2 A call that ended is on disk before the model is told, and is not made again.
 * A3 All else follows from the inputs, the notes and the replies of people: whatever cut it off, it comes to the same end.
 */
import {
  Asks,
  type ModelCall,
  type ModelMessage,
  NodeFailure,
  type NodeResult,
  type RunContext,
  sumOfUsage,
  type Tool,
  type Usage,
} from '@millrace/model'
import { type ModelConfig, modelSettingsOf } from '../../fields/model-fields.ts'
import { remarkOnEnd } from '../answer-end.ts'
import { lastValueOf, type Reader, readingOf, repairOf, schemaOrNone, schemaReader } from '../answer-in-form.ts'
import { type Conversation, conversationOf } from '../conversation.ts'
import type { FoundJson } from '../json-answer.ts'
import { approvalRule, approvalsOf, questionAbout } from './approvals.ts'
import { shortly } from './shortly.ts'
import { callTools, type Ended } from './tool-calls.ts'
import { type PlannedCall, TURN_NOTE, type Turn, turnAt } from './turn.ts'

export interface AgentSettings extends ModelConfig {
  readonly systemPrompt?: string
  readonly maxTurns?: number
  readonly approveTools?: boolean
  readonly approveOnly?: readonly string[]
  readonly expiresIn?: number
  readonly responseSchema?: Readonly<Record<string, unknown>>
}

type AgentContext = RunContext<AgentSettings>

/** What the agent knows so far. Grows while it walks, and is the same again when it walks again. */
interface Walk {
  readonly call: Omit<ModelCall, 'messages' | 'onText'>
  readonly showing: () => Pick<ModelCall, 'onText'>
  readonly tools: readonly Tool[]
  readonly messages: ModelMessage[]
  readonly steps: object[]
  readonly read: Reader<FoundJson> | undefined
  usage: Usage
  /** How many calls and questions there were before this turn. */
  calls: number
  questions: number
}

const DEFAULT_TURNS = 10
const MAX_RESULT_CHARACTERS = 50_000
const MAX_SHOWN = 200

/** Runs an agent until it has its answer, or has to ask a person. */
export async function runAgent(context: AgentContext): Promise<NodeResult> {
  const { maxTurns = DEFAULT_TURNS } = context.config
  const walk = await begin(context)
  const planning = {
    tools: walk.tools,
    needsApproval: approvalRule(context.config, walk.tools),
    remark: (turn: Turn) => remarkOn(turn, walk, context),
  }
  for (let number = 0; ; number++) {
    context.signal.throwIfAborted()
    const asked = { ...walk.call, ...walk.showing(), messages: [...walk.messages] }
    const turn = await turnAt(context, `${TURN_NOTE}${number}`, asked, planning)
    walk.usage = sumOfUsage(walk.usage, turn.usage)
    if (turn.toolCalls.length === 0) return finish(turn, walk, context)
    // Nobody would be left to tell the results to.
    if (number + 1 >= maxTurns) throw tooManyTurns(maxTurns, turn)
    const question = await followUp(turn, walk, context)
    if (question !== undefined) return question
  }
}

async function begin(context: AgentContext): Promise<Walk> {
  const { config, effects } = context
  const schema = schemaOrNone(config.responseSchema)
  const read = schema && schemaReader(schema, 'responseSchema', effects)
  const { system = '', messages } = await conversationWithNote(context)
  const tools = await context.tools()
  // Several providers refuse a schema together with tools, so it is then told in words.
  const inWords = schema !== undefined && tools.length > 0 ? formInWords(schema) : ''
  const prompt = [system, inWords].filter(Boolean).join('\n\n')
  return {
    call: {
      settings: modelSettingsOf(config),
      ...(prompt === '' ? {} : { system: prompt }),
      ...(tools.length === 0 ? {} : { tools: tools.map(specOf) }),
      ...(schema !== undefined && tools.length === 0 ? { schema } : {}),
    },
    // Half of a JSON text is of no use to whoever watches.
    showing: schema === undefined ? shownApart(context.say) : () => ({}),
    tools,
    messages: [...messages],
    steps: [],
    read,
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    calls: 0,
    questions: 0,
  }
}

const BEGUN_NOTE = 'begun'

/** What is odd about the history is logged when the agent first sees it, and kept with a note of that. */
async function conversationWithNote({ inputs, config, notes, note, log }: AgentContext): Promise<Conversation> {
  let isOdd = false
  const conversation = conversationOf(
    {
      inputs,
      log(level, message) {
        if (notes[BEGUN_NOTE] !== undefined) return
        isOdd = true
        log(level, message)
      },
    },
    config.systemPrompt,
  )
  if (isOdd) await note(BEGUN_NOTE, true)
  return conversation
}

function specOf({ name, description, parameters }: Tool) {
  return { name, description, parameters }
}

function formInWords(schema: Readonly<Record<string, unknown>>): string {
  return `When you need no more tools, answer with nothing but JSON that fits this JSON Schema: ${JSON.stringify(schema)}`
}

/** Shows the text of every turn as it arrives, with an empty line between turns. */
function shownApart(say: AgentContext['say']): () => Pick<ModelCall, 'onText'> {
  let hasSaid = false
  return () => {
    let begins = true
    return {
      onText(delta) {
        if (delta === '') return
        say(begins && hasSaid ? `\n\n${delta}` : delta)
        begins = false
        hasSaid = true
      },
    }
  }
}

/** Makes the calls of a turn and tells the model; gives a question instead while a person has to allow one. */
async function followUp(turn: Turn, walk: Walk, context: AgentContext): Promise<Asks | undefined> {
  const { toolCalls } = turn
  const approvals = approvalsOf(toolCalls, context.replies.slice(walk.questions), (call) =>
    questionAbout(call, walk.tools, context),
  )
  if (approvals instanceof Asks) return approvals
  walk.questions += toolCalls.filter(({ asks }) => asks).length
  const numbered = toolCalls.map((call, at) => {
    const number = walk.calls + at
    return { call, number, refusal: approvals[at], key: `${turn.key}:${number}` }
  })
  const ended = await callTools(numbered, walk.tools, context)
  walk.calls += toolCalls.length
  tell(turn, ended, walk)
  return undefined
}

function tell({ text, toolCalls }: Turn, ended: readonly Ended[], { messages, steps }: Walk): void {
  const wanted = toolCalls.map(({ id, name, args }) => ({ id, name, args }))
  messages.push({ role: 'assistant', content: text, toolCalls: wanted })
  for (const [at, end] of ended.entries()) {
    const call = toolCalls[at]
    if (call === undefined) continue
    messages.push({ role: 'tool', toolCallId: call.id, name: call.name, content: resultText(end) })
    steps.push(stepOf(call, end))
  }
}

function stepOf({ name, args }: PlannedCall, { result, error, startedAt, endedAt }: Ended): object {
  const outcome = error === undefined ? { result: result ?? null } : { error }
  return { tool: name, args, ...outcome, ms: Math.max(0, endedAt - startedAt) }
}

/** What the model is told of a call. */
function resultText({ result, error }: Ended): string {
  const text = JSON.stringify(error === undefined ? (result ?? null) : { error: error.message, code: error.code })
  if (text.length <= MAX_RESULT_CHARACTERS) return text
  const kept = shortly(text, MAX_RESULT_CHARACTERS)
  return `${kept}\n(Cut: these are the first ${MAX_RESULT_CHARACTERS} of ${text.length} characters.)`
}

/** Logs why a last answer is not as it should be. */
async function remarkOn(turn: Turn, { read }: Walk, { log }: AgentContext): Promise<void> {
  if (turn.toolCalls.length > 0) return
  remarkOnEnd(turn, log)
  if (read === undefined || turn.finishReason === 'length') return
  const reading = await readingOf(turn, read)
  if ('value' in reading) return
  log('warning', `The answer does not fit and is asked for again: ${reading.problems[0]}.`)
}

async function finish(turn: Turn, walk: Walk, context: AgentContext): Promise<NodeResult> {
  const { read, steps } = walk
  if (read === undefined) return { response: turn.text, steps, usage: walk.usage }
  const reading = await readingOf(turn, read)
  if ('value' in reading) return { response: reading.value.text, steps, usage: walk.usage }
  const repair = repairOf(turn.text, reading.problems, context.config.responseSchema)
  const call = { ...walk.call, messages: [...walk.messages, ...repair] }
  const again = await turnAt(context, 'repair', call, { tools: [], needsApproval: () => false })
  const { text } = lastValueOf(await readingOf(again, read))
  return { response: text, steps, usage: sumOfUsage(walk.usage, again.usage) }
}

function tooManyTurns(maxTurns: number, { text }: Turn): NodeFailure {
  const said = text.trim() === '' ? '' : ` The last it said: ${shortly(text, MAX_SHOWN)}`
  const times = maxTurns === 1 ? 'once' : `${maxTurns} times`
  return new NodeFailure('AGENT_TURN_LIMIT', `The model was asked ${times} and still wants to use tools.${said}`)
}
