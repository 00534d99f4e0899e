/** An agent put together from whatever stands for one: the prompt, the model, what it may call, what it has to give. */
import { NodeFailure } from '@millrace/model'
import type { Agent, Agentic, Fields, Flow, LlmConfig, NameRef, Property, Tool } from '../components.ts'
import { agenticPorts } from '../ports.ts'
import type { Run } from './run.ts'

export interface AgentParts {
  readonly name: string
  readonly llmConfig: LlmConfig | NameRef | undefined
  /** With placeholders. */
  readonly systemPrompt: string
  readonly tools: readonly (Tool | NameRef)[]
  readonly toolboxes: readonly Fields[]
  /** Agents that it may talk to, each offered as a tool. */
  readonly others: readonly (Agentic | NameRef)[]
  readonly inputs: readonly Property[]
  readonly outputs: readonly Property[]
  readonly mayAskPeople: boolean
}

/** The agent itself, where the document only names it. */
export function agentIn(agent: Agentic | NameRef, { host }: Run): Agentic {
  if (agent.kind !== 'ref') return agent
  const known = host.registry.agent?.(agent.name)
  if (known !== undefined && 'kind' in known) return known
  const flow = host.registry.flow?.(agent.name)
  if (flow !== undefined) return flow
  throw new NodeFailure('UNKNOWN_AGENT', `There is no agent "${agent.name}" on this service.`)
}

/** A flow is run as it is; everything else comes down to one agent that may call others. */
export function partsOf(agent: Agentic | NameRef, run: Run): AgentParts | Flow {
  const known = agentIn(agent, run)
  switch (known.kind) {
    case 'flow':
      return known
    case 'agent':
      return plainParts(known, run)
    case 'specialized_agent': {
      const base = partsOf(known.agent, run)
      if (!('systemPrompt' in base)) throw unsupported(known.name, 'a specialised flow')
      const { additionalInstructions, additionalTools, humanInTheLoop } = known.parameters ?? {}
      return {
        ...base,
        name: known.name,
        systemPrompt: [base.systemPrompt, additionalInstructions ?? ''].filter(Boolean).join('\n\n'),
        tools: [...base.tools, ...(additionalTools ?? [])],
        mayAskPeople: humanInTheLoop ?? base.mayAskPeople,
        ...portsOf(known, run),
      }
    }
    case 'swarm': {
      const first = partsOf(known.firstAgent, run)
      if (!('systemPrompt' in first)) throw unsupported(known.name, 'a swarm that begins with a flow')
      const names = (pair: readonly (Agentic | NameRef)[]) => pair[0]?.name === known.firstAgent.name
      const others = known.relationships.filter(names).flatMap(([, recipient]) => recipient ?? [])
      return { ...first, others: [...first.others, ...others], ...portsOf(known, run) }
    }
    case 'manager_workers': {
      const manager = partsOf(known.groupManager, run)
      if (!('systemPrompt' in manager)) throw unsupported(known.name, 'a group that a flow manages')
      return { ...manager, others: [...manager.others, ...known.workers], ...portsOf(known, run) }
    }
    case 'unknown':
      throw unsupported(known.name, `a ${known.componentType}`)
  }
}

function plainParts(agent: Agent, run: Run): AgentParts {
  return {
    name: agent.name,
    llmConfig: agent.llmConfig ?? undefined,
    systemPrompt: agent.systemPrompt ?? '',
    tools: agent.tools ?? [],
    toolboxes: agent.toolboxes ?? [],
    others: [],
    mayAskPeople: agent.humanInTheLoop ?? true,
    ...portsOf(agent, run),
  }
}

function portsOf(agent: Agentic, { host }: Run): Pick<AgentParts, 'inputs' | 'outputs'> {
  return agenticPorts(agent, host.registry) ?? { inputs: [], outputs: [] }
}

function unsupported(name: string, what: string): NodeFailure {
  return new NodeFailure('UNSUPPORTED_AGENT', `"${name}" is ${what}, which this service cannot run.`)
}
