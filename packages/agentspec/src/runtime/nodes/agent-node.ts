import type { Agentic, AgentNode, NameRef } from '../../components.ts'
import { runAgent } from '../agent-loop.ts'
import { type AgentParts, partsOf } from '../agent-parts.ts'
import type { AskAgent } from '../agent-tools.ts'
import { BoundReached } from '../passing.ts'
import type { Values } from '../values.ts'
import type { Visit, Visited } from '../visit.ts'
import { isText } from './llm-node.ts'

/** Lets an agent work until it has its result. A flow in the place of an agent has a conversation of its own. */
export async function visitAgent(visit: Visit<AgentNode>): Promise<Visited> {
  const { run, node, inputs, outputPorts, conversation, path, trail, depth } = visit
  const parts = partsOf(node.agent, run)
  if (!isAgent(parts)) return { outputs: (await visit.walk({ flow: parts, conversation: [] }, inputs)).outputs }
  const work = { run, path, trail, inputs, conversation, askAgent: asking(visit, depth) }
  const [only, ...others] = outputPorts
  // Only the seed dialect gives a node outputs that its agent does not know of: one text is then what the agent says.
  if (parts.outputs.length === 0 && only !== undefined && others.length === 0 && isText(only)) {
    return { outputs: { [only.title]: (await runAgent({ ...work, parts })).text } }
  }
  return { outputs: (await runAgent({ ...work, parts: { ...parts, outputs: outputPorts } })).outputs }
}

function isAgent(parts: ReturnType<typeof partsOf>): parts is AgentParts {
  return 'systemPrompt' in parts
}

/** Other agents work on a message of their own and give back what they say; nobody else hears it. */
function asking(visit: Visit<AgentNode>, depth: number): AskAgent {
  return async (agent: Agentic | NameRef, message, place) => {
    const { run } = visit
    if (depth >= run.limits.maxDepth) throw new BoundReached('DEPTH_LIMIT', 'Agents ask each other too deeply.')
    const parts = partsOf(agent, run)
    if (!isAgent(parts)) {
      const into = { flow: parts, path: place.path, conversation: [] }
      return (await visit.walk(into, messageFor(parts, message))).outputs
    }
    const { outputs, text } = await runAgent({
      ...place,
      parts,
      inputs: {},
      conversation: [{ role: 'user', content: message }],
      askAgent: asking(visit, depth + 1),
    })
    return parts.outputs.length > 0 ? outputs : text
  }
}

/** A flow takes the message as its first input. */
function messageFor({ inputs, nodes, startNode }: Extract<Agentic, { kind: 'flow' }>, message: string): Values {
  const start = nodes.find((node) => node.id === startNode)
  const [first] = inputs ?? start?.inputs ?? start?.outputs ?? []
  return first === undefined ? {} : { [first.title]: message }
}
