/** Agent Spec put together: what the engine needs before it is made, and what the routes need afterwards. */
import type { Engine } from '@millrace/engine'
import { type Effects, type ModelSettings, Problem } from '@millrace/model'
import type { Store } from '@millrace/store'
import type { Config } from '../../config.ts'
import type { Mcp } from '../../effects/mcp/mcp.ts'
import type { Clock, Ids, Log, ServedCatalogue } from '../../given.ts'
import type { Vault } from '../../secrets.ts'
import type { Workers } from '../../workers/workers.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { createEmbeddedRuntime } from './embedded/embedded-runtime.ts'
import { FlowFeed } from './embedded/flow-feed.ts'
import type { FlowHostNeeds } from './embedded/flow-host.ts'
import { flowNode, withFlowNode } from './embedded/flow-node.ts'
import { createToolCheck } from './registry/check-tool.ts'
import { createRegistry, type ToolRegistry } from './registry/registry.ts'
import { readRegistryFile } from './registry/registry-file.ts'
import { createRemoteRuntime } from './remote/remote-runtime.ts'
import type { FlowRuntime } from './runtime-port.ts'

export interface AgentSpec {
  readonly runtime: FlowRuntime
  readonly registry: ToolRegistry
}

export interface Flows {
  /** The catalogue that the engine runs with: it has the node that runs flows. */
  readonly catalogue: ServedCatalogue
  /** What is on offer to people. */
  readonly offered: ServedCatalogue
  readonly feed: FlowFeed
  /** What every flow needs of the service, submitted or drawn. */
  readonly host: FlowHostNeeds
}

/** What has to be there before the engine is. */
export function prepareFlows({
  config,
  catalogue,
  mcp,
}: {
  readonly config: Config
  readonly catalogue: ServedCatalogue
  readonly mcp: Pick<Mcp, 'tools'>
}): Flows {
  const host: FlowHostNeeds = {
    mcpTools: (settings, signal) => mcp.tools(settings, signal),
    defaultModel: defaultModel(config),
  }
  return { catalogue: withFlowNode(catalogue, flowNode(host)), offered: catalogue, feed: new FlowFeed(), host }
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
  const { flows, config, engine, store, vault, make } = needs
  const hasWorkflow = (idOrName: string) => needs.workflows.get(idOrName).then(() => true, unlessMissing)
  const registry = createRegistry({
    store: store.keyValues,
    triggers: store.triggers,
    vault,
    definitions: flows.offered.definitions,
    listed:
      config.agentspecRegistry === undefined ? { tools: [], agents: [] } : readRegistryFile(config.agentspecRegistry),
    checkTool: createToolCheck({ code: needs.code, hasWorkflow }),
  })
  const embedded = createEmbeddedRuntime({
    engine,
    store: store.executions,
    registry,
    feed: flows.feed,
    vault,
    make,
    maxWaiting: config.maxWaitingExecutions,
    hasWorkflow,
    workers: needs.workers,
  })
  const { agentspecRuntime: url, agentspecRuntimeToken: token } = config
  if (url === undefined) return { runtime: embedded, registry }
  const remote = createRemoteRuntime({
    url,
    auth: config.agentspecRuntimeAuth,
    token,
    dialect: config.agentspecRuntimeDialect,
    log: needs.log,
    now: () => make.now(),
  })
  return { runtime: remote, registry }
}

function unlessMissing(error: unknown): false {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return false
  throw error
}
