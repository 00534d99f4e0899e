/**
 * The tools offered to the model of an agent: its own, those of its toolboxes, other agents, the user, and
 * `submit_result`.
 */
import { type Fields, type Property, type Tool as SpecTool, textOf, toolPorts, type Values } from '@millrace/agentspec'
import { isObject, NodeFailure, type Tool } from '@millrace/model'
import { type AgentParts, agentIn } from './agent-parts.ts'
import { callTool, toolIn } from './call-tool.ts'
import { propertiesIn, schemaOf } from './properties.ts'
import type { Step } from './step.ts'
import { answerIn } from './step-record.ts'

export const SUBMIT = 'submit_result'
const TALK = 'talk_to_user'

/** Runs another agent on a message and returns its answer. */
export type AskAgent = (agent: AgentParts['others'][number], message: string, path: string) => Promise<unknown>

/** A tool that receives the path of the call within the step. Its implementation guards against repetition. */
type AgentTool = Pick<Tool, 'name' | 'description' | 'parameters'> & {
  call(args: Values, path: string): Promise<unknown>
}

/** All tools of an agent, with unique names that the providers accept. */
export async function agentTools(parts: AgentParts, step: Step, askAgent: AskAgent): Promise<readonly Tool[]> {
  const boxes = await Promise.all(parts.toolboxes.map((box) => boxTools(box, step)))
  const tools: AgentTool[] = [
    ...parts.tools.map((tool) => ownTool(toolIn(tool, step.registry), step)),
    ...boxes.flat(),
    ...parts.others.map((other) => agentTool(other, step, askAgent)),
    ...(parts.mayAskPeople && parts.outputs.length === 0 ? [talkTool(step)] : []),
    ...(parts.outputs.length > 0 ? [submitTool(parts.outputs)] : []),
  ]
  const taken = new Set<string>()
  return tools.map((tool) => {
    const name = freeName(tool.name, taken)
    taken.add(name)
    return { ...tool, name, label: tool.name, nodeId: '', mayRunAgain: true }
  })
}

const MAX_NAME = 64

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME) || 'tool'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base.slice(0, MAX_NAME - 5)}_${number}`
  return name
}

function ownTool(tool: SpecTool, step: Step): AgentTool {
  const inputs = toolPorts(tool)?.inputs ?? []
  return {
    name: tool.name,
    description: tool.description ?? '',
    parameters: schemaOf(inputs),
    call: async (args, path) => callTool(tool, { ...step, path, args: argumentsOf(args, inputs) }),
  }
}

/** The arguments cast to the inputs of the tool, with defaults. */
function argumentsOf(args: Values, inputs: readonly Property[]): Values {
  const read = propertiesIn(args, inputs)
  if (read.problem === undefined) return read.values
  throw new NodeFailure('BAD_ARGUMENTS', `Invalid arguments: ${read.problem}.`)
}

async function boxTools(box: Fields, step: Step): Promise<AgentTool[]> {
  const transport = isObject(box.client_transport) ? box.client_transport : undefined
  if (transport === undefined) {
    throw new NodeFailure('UNSUPPORTED_TOOL', `The toolbox "${textOf(box.name ?? '')}" has no client_transport.`)
  }
  const filter = Array.isArray(box.tool_filter)
    ? new Set(box.tool_filter.map((one) => (isObject(one) ? String(one.name) : String(one))))
    : undefined
  const offered = await step.directory.mcpTools(transport, step.credentials[String(transport.id)])
  const requiresConfirmation = box.requires_confirmation === true
  return offered
    .filter(({ name }) => filter === undefined || filter.has(name))
    .map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
      call: (args, path) =>
        callTool(
          { kind: 'mcp', id: name, name, description, clientTransport: transport, requiresConfirmation },
          { ...step, path, args },
        ),
    }))
}

const MESSAGE = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }

function agentTool(agent: AgentParts['others'][number], { registry }: Step, askAgent: AskAgent): AgentTool {
  const { description } = agentIn(agent, registry)
  return {
    name: agent.name,
    description: description || `The agent ${agent.name}.`,
    parameters: MESSAGE,
    call: (args, path) => askAgent(agent, textOf(args.message ?? ''), path),
  }
}

function talkTool(step: Step): AgentTool {
  return {
    name: TALK,
    description: 'Sends a message to the user and waits for the reply.',
    parameters: MESSAGE,
    call: async ({ message }, path) => askUser(textOf(message ?? ''), path, step),
  }
}

/** Sends a message to the user and returns the reply. */
export function askUser(message: string, path: string, { record }: Pick<Step, 'record'>): string {
  const text = message.trim() === '' ? 'The agent is waiting for your reply.' : message
  const question = { type: 'text', config: { message: text, multiline: true }, allowCancel: true } as const
  return textOf(answerIn(record.ask(path, question)))
}

function submitTool(outputs: readonly Property[]): AgentTool {
  return {
    name: SUBMIT,
    description: 'Submits the final result and ends the task. Call it when all requested values are known.',
    parameters: schemaOf(outputs),
    // The loop handles the call and ends with it.
    call: async () => null,
  }
}
