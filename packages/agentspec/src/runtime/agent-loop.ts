/**
 * The loop of an agent: ask the model, make the calls it wants, tell it what came of them. It ends with `submit_result`
 * where outputs are declared, and with an answer that wants no tool where none are. Failures of tools are told to the
 * model. An answer of the model is kept before anything is done about it, and a call that ended before the model is told.
 */
import { isObject, type ModelMessage, NodeFailure, type ToolCall } from '@millrace/model'
import { placeholdersIn, renderTemplate } from '../templates.ts'
import { textOf } from '../value-text.ts'
import type { AgentParts } from './agent-parts.ts'
import { type AgentTool, type AskAgent, agentTools, askUser, type CallPlace, SUBMIT } from './agent-tools.ts'
import { isText, outputsIn } from './nodes/llm-node.ts'
import { isFailure, type KeptFailure, keptFailure } from './passing.ts'
import { asKept, type Values } from './values.ts'
import type { Message } from './visit.ts'

interface Turn {
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
}

export interface AgentWork extends CallPlace {
  readonly parts: AgentParts
  readonly inputs: Values
  /** Grows by what is said to the user and by the user. */
  readonly conversation: Message[]
  readonly askAgent: AskAgent
}

export interface AgentResult {
  readonly outputs: Values
  /** The last it said. */
  readonly text: string
}

const MAX_TOLD = 50_000
const REMINDER = `Hand in the result by calling the tool ${SUBMIT}.`

/** Runs an agent to its end. */
export async function runAgent(work: AgentWork): Promise<AgentResult> {
  const { run, parts, path } = work
  const { host, limits } = run
  const tools = await agentTools(parts, run, work.askAgent)
  const messages = beginning(work)
  const system = renderTemplate(parts.systemPrompt, work.inputs)
  for (let number = 0; number < limits.maxTurns; number++) {
    host.signal.throwIfAborted()
    const turn = await turnAt(`${path}/turn:${number}`, work, {
      ...(system === '' ? {} : { system }),
      messages: [...messages],
      ...(tools.length === 0 ? {} : { tools: tools.map(({ spec }) => spec) }),
    })
    messages.push({
      role: 'assistant',
      content: turn.text,
      ...(turn.toolCalls.length > 0 ? { toolCalls: turn.toolCalls } : {}),
    })
    const place = { ...work, path: `${path}/turn:${number}` }
    const end =
      turn.toolCalls.length === 0
        ? afterText(turn, messages, place)
        : await afterCalls(turn, messages, { ...place, tools })
    if (end !== undefined) return end
  }
  throw new NodeFailure(
    'AGENT_TURN_LIMIT',
    `The agent "${parts.name}" was asked ${limits.maxTurns} times and has no result.`,
  )
}

/** What was said before, and what the agent is given that its prompt does not name. */
function beginning({ parts, inputs, conversation }: AgentWork): ModelMessage[] {
  const named = new Set(placeholdersIn(parts.systemPrompt))
  const rest = Object.entries(inputs).filter(([title]) => !named.has(title))
  const [only] = rest
  const given =
    rest.length === 1 && typeof only?.[1] === 'string'
      ? only[1]
      : rest.length > 0
        ? JSON.stringify(Object.fromEntries(rest))
        : ''
  const messages: ModelMessage[] = conversation.map(({ role, content }) => ({ role, content }))
  // Providers want something to answer to.
  if (given !== '' || messages.at(-1)?.role !== 'user') messages.push({ role: 'user', content: given || 'Begin.' })
  return messages
}

async function turnAt(
  key: string,
  { run, parts }: AgentWork,
  call: Parameters<AgentWork['run']['host']['model']>[1],
): Promise<Turn> {
  const { host } = run
  const noted = host.notes[key]
  if (isObject(noted) && Array.isArray(noted.toolCalls)) return noted as unknown as Turn
  const { text, toolCalls } = await host.model(parts.llmConfig, { ...call, onText: (delta) => host.say(delta) })
  const turn = asKept({ text, toolCalls: toolCalls.map((one, at) => ({ ...one, id: one.id || `${key}:${at}` })) })
  await run.note(key, turn)
  return turn
}

/** An answer without a call: the end where nothing has to be handed in, else something for the user. */
function afterText({ text }: Turn, messages: ModelMessage[], work: AgentWork): AgentResult | undefined {
  const { parts, conversation } = work
  const [only, ...others] = parts.outputs
  if (only === undefined) {
    conversation.push({ role: 'assistant', content: text })
    return { outputs: {}, text }
  }
  if (parts.mayAskPeople) {
    const answer = askUser(text, work)
    conversation.push({ role: 'assistant', content: text }, { role: 'user', content: answer })
    messages.push({ role: 'user', content: answer })
    return undefined
  }
  // Nobody reads it: a text that is all that is wanted is the result.
  if (others.length === 0 && isText(only)) return { outputs: { [only.title]: text }, text }
  messages.push({ role: 'user', content: REMINDER })
  return undefined
}

interface Calls extends AgentWork {
  readonly tools: readonly AgentTool[]
}

async function afterCalls(
  { text, toolCalls }: Turn,
  messages: ModelMessage[],
  work: Calls,
): Promise<AgentResult | undefined> {
  for (const [at, call] of toolCalls.entries()) {
    if (call.name === SUBMIT && work.parts.outputs.length > 0) {
      const read = outputsIn(isObject(call.args) ? call.args : {}, work.parts.outputs)
      if ('values' in read) return { outputs: read.values, text }
      messages.push(
        told(call, { error: { code: 'BAD_ARGUMENTS', message: `The result does not fit: ${read.problem}.` } }),
      )
      continue
    }
    messages.push(told(call, await ended(call, { ...work, path: `${work.path}/call:${at}` })))
  }
  return undefined
}

interface Ended {
  readonly result?: unknown
  readonly error?: KeptFailure
}

/** How a call ended: as it is kept, or by making it now. */
async function ended(call: ToolCall, work: Calls): Promise<Ended> {
  const { run, path, trail, tools } = work
  const noted = run.host.notes[path]
  if (isObject(noted)) return noted
  const tool = tools.find(({ spec }) => spec.name === call.name)
  const end: Ended =
    tool === undefined ? { error: unknown(call.name, tools) } : await attempt(tool, call, { run, path, trail })
  const kept = asKept(end)
  await run.note(path, kept)
  return kept
}

async function attempt(tool: AgentTool, { args }: ToolCall, place: CallPlace): Promise<Ended> {
  try {
    return { result: (await tool.call(isObject(args) ? args : {}, place)) ?? null }
  } catch (error) {
    if (!isFailure(error, place.run.host.signal)) throw error
    return { error: keptFailure(error) }
  }
}

function unknown(name: string, tools: readonly AgentTool[]): KeptFailure {
  const known = tools.map(({ spec }) => spec.name).join(', ')
  return { code: 'UNKNOWN_TOOL', message: `There is no tool "${name}". There are: ${known || 'none'}.` }
}

function told({ id, name }: ToolCall, { result, error }: Ended): ModelMessage {
  const text = error === undefined ? textOf(result ?? null) : JSON.stringify({ error: error.message, code: error.code })
  return { role: 'tool', toolCallId: id, name, content: text.length > MAX_TOLD ? `${text.slice(0, MAX_TOLD)}…` : text }
}
