/** What the model of an agent may call: its tools, those of its toolboxes, other agents, the user, and its own end. */
import { isObject, NodeFailure, type ToolSpec } from '@millrace/model'
import type { Fields, Property, Tool } from '../components.ts'
import { toolPorts } from '../ports.ts'
import { textOf } from '../value-text.ts'
import { type AgentParts, agentIn } from './agent-parts.ts'
import { callTool, toolIn } from './call-tool.ts'
import { outputsIn, schemaOf } from './nodes/llm-node.ts'
import { answerIn, type Run } from './run.ts'
import type { Values } from './values.ts'

export const SUBMIT = 'submit_result'
const TALK = 'talk_to_user'

/** Where a call is made, for whatever it keeps and asks. */
export interface CallPlace {
  readonly run: Run
  readonly path: string
  readonly trail: readonly string[]
}

export interface AgentTool {
  readonly spec: ToolSpec
  call(args: Values, place: CallPlace): Promise<unknown>
}

/** Lets another agent work on a message and gives what it says. */
export type AskAgent = (agent: AgentParts['others'][number], message: string, place: CallPlace) => Promise<unknown>

/** All tools of an agent; names that providers would not take are changed, and are unique. */
export async function agentTools(parts: AgentParts, run: Run, askAgent: AskAgent): Promise<readonly AgentTool[]> {
  const boxes = await Promise.all(parts.toolboxes.map((box) => boxTools(box, run)))
  const tools = [
    ...parts.tools.map((tool) => ownTool(toolIn(tool, run))),
    ...boxes.flat(),
    ...parts.others.map((other) => agentTool(other, run, askAgent)),
    ...(parts.mayAskPeople && parts.outputs.length === 0 ? [talkTool] : []),
    ...(parts.outputs.length > 0 ? [submitTool(parts.outputs)] : []),
  ]
  const taken = new Set<string>()
  return tools.map((tool) => {
    const name = freeName(tool.spec.name, taken)
    taken.add(name)
    return { ...tool, spec: { ...tool.spec, name } }
  })
}

const MAX_NAME = 64

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, MAX_NAME) || 'tool'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base.slice(0, MAX_NAME - 5)}_${number}`
  return name
}

function ownTool(tool: Tool): AgentTool {
  const inputs = toolPorts(tool)?.inputs ?? []
  return {
    spec: { name: tool.name, description: tool.description ?? '', parameters: schemaOf(inputs) },
    call: (args, place) => callTool(tool, { ...place, args: argumentsOf(args, inputs) }),
  }
}

/** The arguments as the tool takes them, with its defaults. */
function argumentsOf(args: Values, inputs: readonly Property[]): Values {
  const read = outputsIn(args, inputs)
  if ('values' in read) return read.values
  throw new NodeFailure(
    'BAD_ARGUMENTS',
    `The arguments do not fit: ${read.problem.replace(/^it lacks/, 'there is no')}.`,
  )
}

async function boxTools(box: Fields, run: Run): Promise<AgentTool[]> {
  const transport = isObject(box.client_transport) ? box.client_transport : undefined
  if (transport === undefined) {
    throw new NodeFailure(
      'UNSUPPORTED_TOOL',
      `The toolbox "${textOf(box.name ?? '')}" does not say where its server is.`,
    )
  }
  const filter = Array.isArray(box.tool_filter)
    ? new Set(box.tool_filter.map((one) => (isObject(one) ? String(one.name) : String(one))))
    : undefined
  const offered = await run.host.mcpTools(transport)
  const wanted = offered.filter(({ name }) => filter === undefined || filter.has(name))
  return wanted.map(({ name, description, parameters }) => ({
    spec: { name, description, parameters },
    call: (args, place) =>
      callTool(
        {
          kind: 'mcp',
          id: name,
          name,
          description,
          clientTransport: transport,
          requiresConfirmation: box.requires_confirmation === true,
        },
        { ...place, args },
      ),
  }))
}

const MESSAGE = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }

function agentTool(agent: AgentParts['others'][number], run: Run, askAgent: AskAgent): AgentTool {
  const { description } = agentIn(agent, run)
  return {
    spec: { name: agent.name, description: description || `Another agent, called ${agent.name}.`, parameters: MESSAGE },
    call: (args, place) => askAgent(agent, textOf(args.message ?? ''), place),
  }
}

const talkTool: AgentTool = {
  spec: { name: TALK, description: 'Says something to the user and waits for the answer.', parameters: MESSAGE },
  async call({ message }, place) {
    return askUser(textOf(message ?? ''), place)
  },
}

/** Says something to the user; gives the answer. */
export function askUser(message: string, { run, path, trail }: CallPlace): string {
  const text = message.trim() === '' ? 'The agent waits for your answer.' : message
  const question = { type: 'text', config: { message: text, multiline: true }, allowCancel: true } as const
  return textOf(answerIn(run.ask({ path, trail }, question)))
}

function submitTool(outputs: readonly Property[]): AgentTool {
  return {
    spec: {
      name: SUBMIT,
      description: 'Hands in the result and ends the work. Call it when everything asked for is known.',
      parameters: schemaOf(outputs),
    },
    // Taken by the loop, which ends with it.
    call: async () => null,
  }
}
