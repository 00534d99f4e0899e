/**
 * Tools and agents by name, from four sources in order of precedence: the API, the file of the operator, workflows
 * published as tools, and the tool nodes of the catalogue. Entries from the API are stored encrypted, because they may
 * contain headers and keys.
 */
import { type AgentSpecNewAgent, type AgentSpecNewTool, type NodeDefinition, Problem } from '@millrace/model'
import { type KeyValueStore, SEALED_NAMESPACES, type TriggerStore } from '@millrace/store'
import type { Vault } from '../../platform/secrets.ts'
import { nodeTools, publishedTool, stepTools } from './built-in-tools.ts'
import type { ToolCheck } from './check-tool.ts'
import type { RegisteredTool } from './registered.ts'
import type { Listed } from './registry-file.ts'

/** Longer than any namespace that a node can use, so that no workflow can access it. */
const NAMESPACE = SEALED_NAMESPACES.agentSpec
const MAX_ENTRIES = 1000
const PUBLISHED_PAGE = 200

export interface RegistryNeeds {
  readonly store: KeyValueStore
  readonly triggers: Pick<TriggerStore, 'tools' | 'tool'>
  readonly vault: Vault
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  readonly listed: Listed
  readonly checkTool: ToolCheck
}

export type ToolRegistry = ReturnType<typeof createRegistry>

type Kind = 'tool' | 'agent'

export function createRegistry({ store, triggers, vault, definitions, listed, checkTool }: RegistryNeeds) {
  const nodes = new Map(nodeTools(definitions).map((tool) => [tool.name, tool]))
  const steps = new Map(stepTools(definitions).map((tool) => [tool.name, tool]))
  const fileTools = new Map(listed.tools.map((tool) => [tool.name, tool]))
  const fileAgents = new Map(listed.agents.map((agent) => [agent.name, agent]))

  const keyOf = (kind: Kind, name: string) => `${kind}:${name}`
  const opened = <T>(key: string, value: unknown): T =>
    JSON.parse(vault.open(Buffer.from(String(value), 'base64'), `${NAMESPACE}${key}`)) as T

  async function kept<T>(kind: Kind, name: string): Promise<T | undefined> {
    const key = keyOf(kind, name)
    const value = await store.get(NAMESPACE, key)
    return value === undefined ? undefined : opened<T>(key, value)
  }

  async function allKept<T>(kind: Kind): Promise<T[]> {
    const rows = await store.list(NAMESPACE)
    return rows.filter(({ key }) => key.startsWith(`${kind}:`)).map(({ key, value }) => opened<T>(key, value))
  }

  async function add(kind: Kind, entry: AgentSpecNewTool | AgentSpecNewAgent): Promise<void> {
    const isTaken = (kind === 'tool' ? await listedTool(entry.name) : await agent(entry.name)) !== undefined
    if (isTaken) throw new Problem('ALREADY_EXISTS', { message: `The ${kind} "${entry.name}" already exists.` })
    if ((await store.list(NAMESPACE)).length >= MAX_ENTRIES) {
      throw new Problem('VALIDATION_ERROR', { message: `At most ${MAX_ENTRIES} tools and agents can be registered.` })
    }
    const key = keyOf(kind, entry.name)
    const sealed = vault.seal(JSON.stringify(entry), `${NAMESPACE}${key}`)
    await store.set(NAMESPACE, key, Buffer.from(sealed).toString('base64'))
  }

  async function remove(kind: Kind, name: string): Promise<void> {
    if (await store.delete(NAMESPACE, keyOf(kind, name))) return
    throw new Problem('NOT_FOUND', { message: `The ${kind} "${name}" is not registered over the API.` })
  }

  async function tool(name: string): Promise<RegisteredTool | undefined> {
    return (await listedTool(name)) ?? steps.get(name)
  }

  async function listedTool(name: string): Promise<RegisteredTool | undefined> {
    const own = (await kept<AgentSpecNewTool>('tool', name)) ?? fileTools.get(name)
    if (own !== undefined) return own
    const published = await triggers.tool(name)
    return published === undefined ? nodes.get(name) : publishedTool(published)
  }

  async function agent(name: string): Promise<AgentSpecNewAgent | undefined> {
    return (await kept<AgentSpecNewAgent>('agent', name)) ?? fileAgents.get(name)
  }

  async function publishedTools(): Promise<RegisteredTool[]> {
    const all: RegisteredTool[] = []
    for (let offset = 0; ; offset += PUBLISHED_PAGE) {
      const rows = await triggers.tools({ limit: PUBLISHED_PAGE, offset })
      all.push(...rows.map(publishedTool))
      if (rows.length < PUBLISHED_PAGE) return all
    }
  }

  return {
    tool,
    agent,
    /** All entries, sorted by name. */
    async tools(): Promise<readonly RegisteredTool[]> {
      const lists = [[...nodes.values()], await publishedTools(), listed.tools, await allKept<AgentSpecNewTool>('tool')]
      return byName(lists.flat())
    },
    async agents(): Promise<readonly AgentSpecNewAgent[]> {
      return byName([...listed.agents, ...(await allKept<AgentSpecNewAgent>('agent'))])
    },
    async addTool(entry: AgentSpecNewTool) {
      await checkTool(entry)
      await add('tool', entry)
    },
    addAgent: (entry: AgentSpecNewAgent) => add('agent', entry),
    removeTool: (name: string) => remove('tool', name),
    removeAgent: (name: string) => remove('agent', name),
  }
}

/** Later entries replace earlier ones of the same name. */
function byName<T extends { readonly name: string }>(list: readonly T[]): T[] {
  const all = [...new Map(list.map((one) => [one.name, one])).values()]
  return all.sort((a, b) => (a.name < b.name ? -1 : 1))
}
