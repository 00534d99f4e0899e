/**
 * Reduces every agent component (agent, swarm, manager with workers, …) to what the agent loop needs: prompt, model,
 * tools and outputs.
 */
import {
  type Agent,
  type Agentic,
  agenticPorts,
  type Fields,
  type Flow,
  type LlmConfig,
  type NameRef,
  type Property,
  type Registry,
  type Tool,
} from '@millrace/agentspec'
import { NodeFailure } from '@millrace/model'

export interface AgentParts {
  readonly name: string
  readonly llmConfig: LlmConfig | NameRef | undefined
  /** May contain placeholders. */
  readonly systemPrompt: string
  readonly tools: readonly (Tool | NameRef)[]
  readonly toolboxes: readonly Fields[]
  /** Other agents that it can call, each offered as a tool. */
  readonly others: readonly (Agentic | NameRef)[]
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
  readonly mayAskPeople: boolean
}

/** Resolves a reference to the agent component. */
export function agentIn(agent: Agentic | NameRef, registry: Registry): Agentic {
  if (agent.kind !== 'ref') return agent
  const known = registry.agent?.(agent.name)
  if (known !== undefined && 'kind' in known) return known
  throw new NodeFailure('UNKNOWN_AGENT', `There is no agent "${agent.name}" on this service.`)
}

/** Flows are returned unchanged; every other kind is reduced to one agent that may call others. */
export function partsOf(agent: Agentic | NameRef, registry: Registry): AgentParts | Flow {
  const known = agentIn(agent, registry)
  switch (known.kind) {
    case 'flow':
      return known
    case 'agent':
      return plainParts(known, registry)
    case 'specialized_agent': {
      const base = partsOf(known.agent, registry)
      if (!('systemPrompt' in base)) throw unsupported(known.name, 'a specialised flow')
      const { additionalInstructions, additionalTools, humanInTheLoop } = known.parameters ?? {}
      return {
        ...base,
        name: known.name,
        systemPrompt: [base.systemPrompt, additionalInstructions ?? ''].filter(Boolean).join('\n\n'),
        tools: [...base.tools, ...(additionalTools ?? [])],
        mayAskPeople: humanInTheLoop ?? base.mayAskPeople,
        ...portsOf(known, registry),
      }
    }
    case 'swarm': {
      const first = partsOf(known.firstAgent, registry)
      if (!('systemPrompt' in first)) throw unsupported(known.name, 'a swarm that begins with a flow')
      const names = (pair: readonly (Agentic | NameRef)[]) => pair[0]?.name === known.firstAgent.name
      const others = known.relationships.filter(names).flatMap(([, recipient]) => recipient ?? [])
      return { ...first, others: [...first.others, ...others], ...portsOf(known, registry) }
    }
    case 'manager_workers': {
      const manager = partsOf(known.groupManager, registry)
      if (!('systemPrompt' in manager)) throw unsupported(known.name, 'a group that a flow manages')
      return { ...manager, others: [...manager.others, ...known.workers], ...portsOf(known, registry) }
    }
    case 'unknown':
      throw unsupported(known.name, `a ${known.componentType}`)
  }
}

function plainParts(agent: Agent, registry: Registry): AgentParts {
  return {
    name: agent.name,
    llmConfig: agent.llmConfig ?? undefined,
    systemPrompt: agent.systemPrompt ?? '',
    tools: agent.tools ?? [],
    toolboxes: agent.toolboxes ?? [],
    others: [],
    mayAskPeople: agent.humanInTheLoop ?? true,
    ...portsOf(agent, registry),
  }
}

function portsOf(agent: Agentic, registry: Registry): Pick<AgentParts, 'inputs' | 'outputs'> {
  return agenticPorts(agent, registry) ?? { inputs: [], outputs: [] }
}

function unsupported(name: string, what: string): NodeFailure {
  return new NodeFailure('UNSUPPORTED_AGENT', `"${name}" is ${what}, which this service does not support.`)
}
