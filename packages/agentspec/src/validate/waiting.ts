/** Finds the parts of a flow that may wait for a person or a client. */
import type { Agentic, Flow, NameRef, Tool } from '../components.ts'
import { quoted } from '../notes.ts'
import type { Registry } from '../ports.ts'

/** The components in a flow, at any depth, that wait for a user, a client or a confirmation. */
export function waitingIn(flow: Flow, registry: Registry, seen = new Set<object>()): string[] {
  if (seen.has(flow)) return []
  seen.add(flow)
  const inFlow = (inner: Flow | NameRef): string[] => {
    const known = inner.kind === 'ref' ? registry.flow?.(inner.name) : inner
    return known === undefined ? [] : waitingIn(known, registry, seen)
  }
  return flow.nodes.flatMap((node): string[] => {
    switch (node.kind) {
      case 'input_message':
        return [`InputMessageNode ${quoted(node.name)}`]
      case 'tool':
        return isWaiting(node.tool) ? [`ToolNode ${quoted(node.name)}`] : []
      case 'agent':
        return waitingTools(node.agent).map((tool) => `tool ${quoted(tool)} of AgentNode ${quoted(node.name)}`)
      case 'flow':
      case 'map':
      case 'parallel_map':
      case 'catch_exception':
        return inFlow(node.subflow)
      case 'parallel_flow':
        return node.subflows.flatMap(inFlow)
      default:
        return []
    }
  })
}

function isWaiting(tool: Tool | NameRef): boolean {
  if (tool.kind === 'ref' || tool.kind === 'unknown') return false
  return tool.kind === 'client' || tool.requiresConfirmation === true
}

function waitingTools(agent: Agentic | NameRef): string[] {
  if (agent.kind === 'specialized_agent') {
    return [...waitingTools(agent.agent), ...named(agent.parameters?.additionalTools ?? [])]
  }
  if (agent.kind === 'swarm') return [...new Set(agent.relationships.flat())].flatMap(waitingTools)
  if (agent.kind === 'manager_workers') return [agent.groupManager, ...agent.workers].flatMap(waitingTools)
  return agent.kind === 'agent' ? named(agent.tools ?? []) : []
}

function named(tools: readonly (Tool | NameRef)[]): string[] {
  return tools.filter(isWaiting).map((tool) => tool.name)
}
