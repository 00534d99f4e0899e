/**
 * Resolves the references of a flow and stores the results with it, so that it runs with the versions it was accepted
 * with.
 */

import { type Agentic, type Flow, namesIn, type Registry, readAgentSpec, type ServerTool } from '@millrace/agentspec'
import type { AgentSpecNewAgent } from '@millrace/model'
import type { RegisteredTool } from './registered.ts'
import type { ToolRegistry } from './registry.ts'

/** Registered components that a flow uses, by name. Plain JSON. */
export interface Named {
  readonly tools: Readonly<Record<string, RegisteredTool>>
  readonly agents: Readonly<Record<string, Agentic>>
}

/** Resolves all references of a component, directly and indirectly. Unknown names are skipped. */
export function namedIn(root: Flow | Agentic, registry: Pick<ToolRegistry, 'tool' | 'agent'>): Promise<Named> {
  return namedBy(namesIn(root), registry)
}

export async function namedBy(names: Iterable<string>, registry: Pick<ToolRegistry, 'tool' | 'agent'>): Promise<Named> {
  const tools: Record<string, RegisteredTool> = Object.create(null)
  const agents: Record<string, Agentic> = Object.create(null)
  // Grows during iteration: an agent refers to others.
  const all = new Set(names)
  for (const name of all) {
    const tool = await registry.tool(name)
    if (tool !== undefined) tools[name] = tool
    const agent = await registry.agent(name)
    const read = agent === undefined ? undefined : agentOf(agent)
    if (read === undefined) continue
    agents[name] = read
    for (const inner of namesIn(read)) all.add(inner)
  }
  return { tools, agents }
}

/** The setting of a node with its resolved references as JSON; sealed, because it contains keys. */
export const NAMED_SETTING = '$named'

/** The resolved references of a component, direct and indirect, as JSON; undefined if there are none. */
export function namedFor(component: unknown, { tools, agents }: Named): string | undefined {
  const names = namesIn(component)
  for (const name of names) if (Object.hasOwn(agents, name)) for (const inner of namesIn(agents[name])) names.add(inner)
  const used = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  const found: Named = { tools: used(tools), agents: used(agents) }
  const isEmpty = Object.keys(found.tools).length === 0 && Object.keys(found.agents).length === 0
  return isEmpty ? undefined : JSON.stringify(found)
}

/** The stored references of a submitted node; undefined if it resolves them when it runs. */
export function keptNamed(config: Readonly<Record<string, unknown>>): Named | undefined {
  const text = config[NAMED_SETTING]
  return typeof text === 'string' ? (JSON.parse(text) as Named) : undefined
}

/**
 * A registered agent as a component. By default it does not ask people, because the person who registered it is not
 * present.
 */
export function agentOf(agent: AgentSpecNewAgent): Agentic | undefined {
  const read = readAgentSpec({ component_type: 'agent', human_in_the_loop: false, ...agent })
  return read.errors === undefined ? read.agent : undefined
}

/** The registry that conversion, validation and the runtime use. */
export function registryOf({ tools, agents }: Named): Registry {
  return {
    tool: (name) => (Object.hasOwn(tools, name) && tools[name] ? serverTool(tools[name]) : undefined),
    agent: (name) => (Object.hasOwn(agents, name) ? agents[name] : undefined),
  }
}

function serverTool({ name, description, inputs, outputs, requires_confirmation }: RegisteredTool): ServerTool {
  return {
    kind: 'server',
    id: name,
    name,
    ...(description === undefined ? {} : { description }),
    inputs: inputs ?? [],
    outputs: outputs ?? [],
    ...(requires_confirmation === true ? { requiresConfirmation: true } : {}),
  } as ServerTool
}
