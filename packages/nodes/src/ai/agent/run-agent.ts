/** The canvas agent node: connected tools, approvals and structured output. */
import {
  isResult,
  type ModelCall,
  type ModelMessage,
  NodeFailure,
  type NodeResult,
  type RunContext,
  sumOfUsage,
  TOOL_NOTE,
  type Tool,
  type Usage,
} from '@millrace/model'
import { type ModelConfig, modelSettingsOf } from '../../fields/model-fields.ts'
import { type Conversation, conversationOf } from '../conversation.ts'
import { warnIfIncomplete } from '../finish-reason.ts'
import type { FoundJson } from '../json-answer.ts'
import { lastValueOf, type Reader, readingOf, repairOf, schemaOrNone, schemaReader } from '../structured-answer.ts'
import { agentLoop, boundedResult, errorText } from './agent-loop.ts'
import { approvalRule, approvalsOf, questionAbout } from './approvals.ts'
import { callTools, type Ended, LOST_NOTE } from './tool-calls.ts'
import { shortText } from './truncate.ts'
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

/** The state of an agent run. It grows with each turn and is rebuilt identically when the step runs again. */
interface AgentState {
  readonly call: Omit<ModelCall, 'messages' | 'onText'>
  readonly showing: () => Pick<ModelCall, 'onText'>
  readonly tools: readonly Tool[]
  readonly messages: ModelMessage[]
  readonly steps: object[]
  readonly read: Reader<FoundJson> | undefined
  usage: Usage
  /** Number of tool calls and questions before this turn. */
  calls: number
  questions: number
}

const DEFAULT_TURNS = 10
const MAX_SHOWN = 200

/** Runs an agent until it has an answer or has to ask a person. */
export async function runAgent(context: AgentContext): Promise<NodeResult> {
  const { maxTurns = DEFAULT_TURNS } = context.config
  const state = await begin(context)
  const planning = {
    tools: state.tools,
    needsApproval: approvalRule(context.config, state.tools),
    remark: (turn: Turn) => remarkOn(turn, state, context),
  }
  return agentLoop<NodeResult>({
    maxTurns,
    signal: context.signal,
    messages: state.messages,
    async turn(number) {
      const asked = { ...state.call, ...state.showing(), messages: [...state.messages] }
      const turn = await turnAt(context, `${TURN_NOTE}${number}`, asked, planning)
      state.usage = sumOfUsage(state.usage, turn.usage)
      return turn
    },
    afterText: (turn) => finish(turn, state, context),
    async afterCalls(turn, number) {
      // The model would never see the results, so do not execute the calls.
      if (number + 1 >= maxTurns) throw tooManyTurns(maxTurns, turn)
      return followUp(turn, state, context)
    },
    resultText: ({ result, error }) =>
      boundedResult(error === undefined ? JSON.stringify(result ?? null) : errorText(error)),
    turnLimit: (turn) => tooManyTurns(maxTurns, turn),
  })
}

async function begin(context: AgentContext): Promise<AgentState> {
  const { config, effects } = context
  const schema = schemaOrNone(config.responseSchema)
  const read = schema && schemaReader(schema, 'responseSchema', effects)
  const { system = '', messages } = await conversationWithNote(context)
  const tools = await context.tools()
  // Several providers reject a schema combined with tools, so describe it in the prompt instead.
  const inWords = schema !== undefined && tools.length > 0 ? formInWords(schema) : ''
  const prompt = [system, inWords].filter(Boolean).join('\n\n')
  return {
    call: {
      settings: modelSettingsOf(config),
      ...(prompt === '' ? {} : { system: prompt }),
      ...(tools.length === 0 ? {} : { tools: tools.map(specOf) }),
      ...(schema !== undefined && tools.length === 0 ? { schema } : {}),
    },
    // Partial JSON is useless to viewers, so do not stream it.
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

/** Logs problems of the history only once: a note marks that they were logged. */
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
  return `When you need no more tools, respond only with JSON that matches this JSON Schema: ${JSON.stringify(schema)}`
}

/** Streams the text of every turn, with an empty line between turns. */
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

/** Executes the tool calls of a turn; returns a question if a call needs approval first. */
async function followUp(turn: Turn, state: AgentState, context: AgentContext) {
  const { toolCalls } = turn
  const approvals = approvalsOf(toolCalls, context.replies.slice(state.questions), (call) =>
    questionAbout(call, state.tools, context),
  )
  if (isResult(approvals, 'ask')) return { result: approvals }
  state.questions += toolCalls.filter(({ asks }) => asks).length
  const numbered = toolCalls.map((call, at) => {
    const number = state.calls + at
    return {
      call,
      note: `${TOOL_NOTE}${number}`,
      lostNote: `${LOST_NOTE}${number}`,
      refusal: approvals[at],
      key: `${turn.key}:${number}`,
    }
  })
  const ended = await callTools(numbered, state.tools, context)
  state.calls += toolCalls.length
  for (const [at, end] of ended.entries()) {
    const call = toolCalls[at]
    if (call !== undefined) state.steps.push(stepOf(call, end))
  }
  return { ended }
}

function stepOf({ name, args }: PlannedCall, { result, error, startedAt, endedAt }: Ended): object {
  const outcome = error === undefined ? { result: result ?? null } : { error }
  return { tool: name, args, ...outcome, ms: Math.max(0, endedAt - startedAt) }
}

/** Warns about an incomplete or invalid final answer. */
async function remarkOn(turn: Turn, { read }: AgentState, { log }: AgentContext): Promise<void> {
  if (turn.toolCalls.length > 0) return
  warnIfIncomplete(turn, log)
  if (read === undefined || turn.finishReason === 'length') return
  const reading = await readingOf(turn, read)
  if ('value' in reading) return
  log('warning', `The response is invalid and is requested again: ${reading.problems[0]}.`)
}

async function finish(turn: Turn, state: AgentState, context: AgentContext): Promise<NodeResult> {
  const { read, steps } = state
  if (read === undefined) return { response: turn.text, steps, usage: state.usage }
  const reading = await readingOf(turn, read)
  if ('value' in reading) return { response: reading.value.text, steps, usage: state.usage }
  const repair = repairOf(turn.text, reading.problems, context.config.responseSchema)
  // The repair messages begin with the response, which is already the last message.
  const call = { ...state.call, messages: [...state.messages.slice(0, -1), ...repair] }
  const again = await turnAt(context, 'repair', call, { tools: [], needsApproval: () => false })
  const { text } = lastValueOf(await readingOf(again, read))
  return { response: text, steps, usage: sumOfUsage(state.usage, again.usage) }
}

function tooManyTurns(maxTurns: number, turn: Turn | undefined): NodeFailure {
  const text = turn?.text ?? ''
  const said = text.trim() === '' ? '' : ` Last response: ${shortText(text, MAX_SHOWN)}`
  const turns = maxTurns === 1 ? '1 turn' : `${maxTurns} turns`
  return new NodeFailure(
    'AGENT_TURN_LIMIT',
    `The agent reached the limit of ${turns} and still wants to call tools.${said}`,
  )
}
