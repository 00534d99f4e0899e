/** Agent Spec put together: what the engine needs before it is made, and what the routes need afterwards. */
import type { Engine } from '@millrace/engine'
import { type Effects, type ModelSettings, Problem } from '@millrace/model'
import type { Store } from '@millrace/store'
import type { Mcp } from '../effects/mcp/mcp.ts'
import type { Executions } from '../executions/executions.ts'
import type { Config } from '../platform/config.ts'
import type { Clock, Ids, Log, ServedCatalogue } from '../platform/ports.ts'
import type { Vault } from '../platform/secrets.ts'
import type { Workers } from '../platform/workers/workers.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { FlowFeed } from './flows/flow-feed.ts'
import { createSubmissions } from './flows/submissions.ts'
import { createToolCheck } from './registry/check-tool.ts'
import type { DirectoryNeeds } from './registry/directory.ts'
import { createRegistry, type ToolRegistry } from './registry/registry.ts'
import { readRegistryFile } from './registry/registry-file.ts'
import { createRemoteRuntime } from './remote/remote-runtime.ts'
import type { FlowRuntime } from './runtime-port.ts'

export interface AgentSpec {
  readonly runtime: FlowRuntime
  readonly registry: ToolRegistry
}

export interface Flows {
  readonly feed: FlowFeed
  /** What nodes of Agent Spec need of the service. */
  readonly host: Omit<DirectoryNeeds, 'registry'>
}

/** What has to be there before the engine is. */
export function prepareFlows({ config, mcp }: { readonly config: Config; readonly mcp: Pick<Mcp, 'tools'> }): Flows {
  const host: Flows['host'] = {
    mcpTools: (settings, signal) => mcp.tools(settings, signal),
    defaultModel: defaultModel(config),
  }
  return { feed: new FlowFeed(), host }
}

/** The model of a flow that names none: that of the first provider whose key the operator gave. */
function defaultModel(config: Config): ModelSettings | undefined {
  if (config.openaiApiKey !== undefined) return { provider: 'openai' }
  if (config.anthropicApiKey !== undefined) return { provider: 'anthropic' }
  return config.googleApiKey === undefined ? undefined : { provider: 'google' }
}

export interface AgentSpecNeeds {
  readonly flows: Flows
  readonly config: Config
  readonly engine: Engine
  readonly executions: Pick<Executions, 'startFlow'>
  readonly catalogue: ServedCatalogue
  readonly store: Store
  readonly workflows: Pick<Workflows, 'get'>
  readonly vault: Vault
  readonly make: Clock & Ids
  readonly log: Log
  readonly workers: Workers
  /** The sandbox, outside of a step. */
  readonly code: Effects['code']
}

export function createAgentSpec(needs: AgentSpecNeeds): AgentSpec {
  const { flows, config, store, vault, make } = needs
  const hasWorkflow = (idOrName: string) => needs.workflows.get(idOrName).then(() => true, unlessMissing)
  const registry = createRegistry({
    store: store.keyValues,
    triggers: store.triggers,
    vault,
    definitions: needs.catalogue.definitions,
    listed:
      config.agentspecRegistry === undefined ? { tools: [], agents: [] } : readRegistryFile(config.agentspecRegistry),
    checkTool: createToolCheck({ code: needs.code, hasWorkflow }),
  })
  const own = createSubmissions({
    engine: needs.engine,
    executions: needs.executions,
    interrupts: store.interrupts,
    registry,
    feed: flows.feed,
    hasWorkflow,
    workers: needs.workers,
  })
  const { agentspecRuntime: url, agentspecRuntimeToken: token } = config
  if (url === undefined) return { runtime: own, registry }
  const remote = createRemoteRuntime({
    url,
    auth: config.agentspecRuntimeAuth,
    token,
    dialect: config.agentspecRuntimeDialect,
    workers: needs.workers,
    log: needs.log,
    now: () => make.now(),
  })
  return { runtime: remote, registry }
}

function unlessMissing(error: unknown): false {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return false
  throw error
}
