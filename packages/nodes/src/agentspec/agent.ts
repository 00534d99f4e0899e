/**
 * Runs an agent until it has a result. With declared outputs the agent submits them by calling `submit_result`;
 * without, the first answer without a tool call is the result. Tool failures are returned to the model.
 */
import {
  type Agentic,
  type AgentNode,
  type Flow,
  type NameRef,
  placeholdersIn,
  renderTemplate,
  textOf,
  type Values,
} from '@millrace/agentspec'
import {
  type ConversationMessage,
  isObject,
  type ModelMessage,
  NodeFailure,
  type RunContext,
  type Tool,
} from '@millrace/model'
import { agentLoop, boundedResult, errorText } from '../ai/agent/agent-loop.ts'
import { callTools, type Ended } from '../ai/agent/tool-calls.ts'
import { type Turn, turnAt } from '../ai/agent/turn.ts'
import { type AgentParts, partsOf } from './agent-parts.ts'
import { type AskAgent, agentTools, askUser, SUBMIT } from './agent-tools.ts'
import { runFlow } from './flow.ts'
import { isText, propertiesIn } from './properties.ts'
import { modelOf, type Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'

const DEFAULT_TURNS = 25
const MAX_DEPTH = 32
const REMINDER = `Submit the result by calling the tool ${SUBMIT}.`

/** One agent's task and its path within the step. */
interface Work {
  readonly step: Step
  readonly parts: AgentParts
  readonly path: string
  readonly inputs: Values
  /** Messages exchanged with the user are appended here. */
  readonly conversation: ConversationMessage[]
  /** Number of enclosing agents. */
  readonly depth: number
}

interface AgentResult {
  readonly outputs: Values
  /** The last answer of the model. */
  readonly text: string
}

export async function runAgent(step: Step<AgentNode>): Promise<StepResult> {
  const { node, inputs, outputPorts, registry, conversation } = step
  const parts = partsOf(node.agent, registry)
  if (!isAgent(parts)) {
    const { outputs } = await runFlow(step, { flow: parts, path: ROOT, inputs, conversation: [] })
    return { outputs }
  }
  const [only, ...others] = outputPorts
  const work = { step, path: ROOT, inputs, conversation, depth: 0 }
  // The compact dialect allows outputs that the agent does not declare: a single text output is then the agent's
  // answer.
  if (parts.outputs.length === 0 && only !== undefined && others.length === 0 && isText(only)) {
    const { text } = await resultOf({ ...work, parts })
    return { outputs: { [only.title]: text } }
  }
  const { outputs } = await resultOf({ ...work, parts: { ...parts, outputs: outputPorts } })
  return { outputs }
}

function isAgent(parts: AgentParts | Flow): parts is AgentParts {
  return 'systemPrompt' in parts
}

async function resultOf(work: Work): Promise<AgentResult> {
  const { step, parts, path, inputs } = work
  const { directory, record, context } = step
  const tools = await agentTools(parts, step, askingFrom(work))
  const system = renderTemplate(parts.systemPrompt, inputs)
  const messages = openingOf(work)
  const call = {
    settings: modelOf(parts.llmConfig, step),
    ...(system === '' ? {} : { system }),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })) }),
    onText: (delta: string) => directory.say(delta),
  }
  const keeping = {
    ...{ notes: context.notes, signal: context.signal, idempotencyKey: context.idempotencyKey },
    ...{ effects: directory.effects, log: directory.log },
    note: (key: string, value: unknown) => record.note(key, value),
  }
  const planning = { tools, needsApproval: () => false, checksArguments: false }
  const maxTurns = turnsOf(context)
  return agentLoop<AgentResult>({
    maxTurns,
    signal: context.signal,
    messages,
    turn: (number) => turnAt(keeping, `${path}/turn:${number}`, { ...call, messages: [...messages] }, planning),
    afterText: (turn, number) => afterText(turn, { ...work, messages, path: `${path}/turn:${number}` }),
    async afterCalls(turn, number) {
      const ended: Ended[] = []
      for (const [at, wanted] of turn.toolCalls.entries()) {
        const submitted = wanted.name === SUBMIT ? submission(wanted.args, work, turn) : undefined
        if (submitted !== undefined && 'result' in submitted) return submitted
        const place = `${path}/turn:${number}/call:${at}`
        const numbered = { call: wanted, note: place, lostNote: `${place}/lost`, refusal: wanted.refusal, key: place }
        ended.push(submitted?.ended ?? (await endOf(numbered, tools, keeping)))
      }
      return { ended }
    },
    resultText: ({ result, error }) => boundedResult(error === undefined ? textOf(result ?? null) : errorText(error)),
    turnLimit: () =>
      new NodeFailure(
        'AGENT_TURN_LIMIT',
        `The agent "${parts.name}" reached the limit of ${maxTurns} turns without a result.`,
      ),
  })
}

function turnsOf({ config }: RunContext): number {
  const { max_turns: turns } = config
  return typeof turns === 'number' ? turns : DEFAULT_TURNS
}

/** Runs one call at a time, because a tool may ask the user and questions are asked one by one. */
async function endOf(
  call: Parameters<typeof callTools>[0][number],
  tools: readonly Tool[],
  keeping: Parameters<typeof callTools>[2],
): Promise<Ended> {
  const [end] = await callTools([call], tools, keeping)
  if (end === undefined) throw new Error('a tool call has no outcome')
  return end
}

/** The conversation so far, plus the inputs that the system prompt does not contain. */
function openingOf({ parts, inputs, conversation }: Work): ModelMessage[] {
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
  // Providers require the last message to be from the user.
  if (given !== '' || messages.at(-1)?.role !== 'user') messages.push({ role: 'user', content: given || 'Begin.' })
  return messages
}

/** Handles an answer without tool calls: the result if no outputs are declared, else a message to the user. */
function afterText(
  { text }: Turn,
  { step, parts, path, conversation, messages }: Work & { readonly messages: ModelMessage[] },
): AgentResult | undefined {
  const [only, ...others] = parts.outputs
  if (only === undefined) {
    conversation.push({ role: 'assistant', content: text })
    return { outputs: {}, text }
  }
  if (parts.mayAskPeople) {
    const answer = askUser(text, path, step)
    conversation.push({ role: 'assistant', content: text }, { role: 'user', content: answer })
    messages.push({ role: 'user', content: answer })
    return undefined
  }
  // The user does not see the text: it is the result if the only declared output is a text.
  if (others.length === 0 && isText(only)) return { outputs: { [only.title]: text }, text }
  messages.push({ role: 'user', content: REMINDER })
  return undefined
}

/** The submitted result, or why it is invalid. */
function submission(
  args: unknown,
  { parts }: Work,
  { text }: Turn,
): { readonly result: AgentResult } | { readonly ended: Ended } | undefined {
  if (parts.outputs.length === 0) return undefined
  const read = propertiesIn(isObject(args) ? args : {}, parts.outputs)
  if (read.problem === undefined) return { result: { outputs: read.values, text } }
  const error = { code: 'BAD_ARGUMENTS', message: `Invalid result: ${read.problem}.` }
  return { ended: { startedAt: 0, endedAt: 0, error } }
}

/** Runs other agents on a message. Only the calling agent receives their answer. */
function askingFrom({ step, depth }: Work): AskAgent {
  return async (agent: Agentic | NameRef, message, path) => {
    if (depth >= MAX_DEPTH)
      throw new NodeFailure('DEPTH_LIMIT', `Agents call each other too deeply (limit: ${MAX_DEPTH}).`)
    const parts = partsOf(agent, step.registry)
    if (!isAgent(parts)) {
      const { outputs } = await runFlow(step, {
        flow: parts,
        path,
        inputs: messageFor(parts, message),
        conversation: [],
      })
      return outputs
    }
    const conversation: ConversationMessage[] = [{ role: 'user', content: message }]
    const { outputs, text } = await resultOf({ step, parts, path, inputs: {}, conversation, depth: depth + 1 })
    return parts.outputs.length > 0 ? outputs : text
  }
}

/** A flow receives the message as its first input. */
function messageFor({ inputs, nodes, startNode }: Flow, message: string): Values {
  const start = nodes.find((node) => node.id === startNode)
  const [first] = inputs ?? start?.inputs ?? start?.outputs ?? []
  return first === undefined ? {} : { [first.title]: message }
}
