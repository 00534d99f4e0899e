/**
 * Creates the Agent Spec services in two parts: what the engine needs to run its nodes, and the runtime, which needs
 * the engine.
 */
import { type ModelSettings, type NodeDefinition, Problem } from '@millrace/model'
import type { ServiceEffects } from '../effects/create-services.ts'
import { outgoingProxy } from '../effects/http/outgoing-proxy.ts'
import type { CalledFlows } from '../executions/called-flows.ts'
import type { ExecutionCapability } from '../executions/create-services.ts'
import type { Config } from '../platform/config.ts'
import type { Platform } from '../platform/create-services.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import type { Workflows } from '../workflows/workflows.ts'
import { createCalledFlows } from './flows/called-flows.ts'
import { createFlowPlans } from './flows/flow-plans.ts'
import { FlowUpdates } from './flows/flow-updates.ts'
import { createSubmissions } from './flows/submissions.ts'
import { createToolCheck } from './registry/check-tool.ts'
import { withDirectory } from './registry/directory.ts'
import { createRegistry, type ToolRegistry } from './registry/registry.ts'
import { readRegistryFile } from './registry/registry-file.ts'
import { createRemoteRuntime } from './remote/remote-runtime.ts'
import type { FlowRuntime } from './runtime-port.ts'
import type { AgentSpecServices } from './services.ts'

export interface FlowRegistryNeeds {
  readonly catalogue: ServedCatalogue
  readonly workflows: Pick<Workflows, 'get'>
  readonly effects: ServiceEffects
}

export interface FlowRegistry {
  readonly registry: ToolRegistry
  /** The node types, with the registry for the Agent Spec types. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>
  /** Flows that steps run. */
  readonly flows: CalledFlows
  /** Whether a workflow of this id or name is stored. */
  readonly hasWorkflow: (idOrName: string) => Promise<boolean>
}

/** Effects outside of a step: without abort signal and memory. */
const OUTSIDE_OF_STEPS = {
  signal: new AbortController().signal,
  idempotencyKey: '',
  attempt: 1,
  owner: { workflow: '', execution: '' },
}

export function createFlowRegistry(platform: Platform, needs: FlowRegistryNeeds): FlowRegistry {
  const { config, store, vault, workers } = platform
  const { catalogue, workflows, effects } = needs
  const hasWorkflow = (idOrName: string) => workflows.get(idOrName).then(() => true, unlessMissing)
  const code = effects.forStep(OUTSIDE_OF_STEPS).code
  const registry = createRegistry({
    store: store.keyValues,
    triggers: store.triggers,
    vault,
    definitions: catalogue.definitions,
    listed:
      config.agentspecRegistry === undefined ? { tools: [], agents: [] } : readRegistryFile(config.agentspecRegistry),
    checkTool: createToolCheck({ code, hasWorkflow }),
  })
  const definitions = withDirectory(catalogue.definitions, {
    defaultModel: defaultModel(config),
    registry,
  })
  catalogue.onReload(() => {
    const { files } = catalogue
    for (const id of definitions.keys()) if (!catalogue.definitions.has(id)) definitions.delete(id)
    for (const [id, definition] of catalogue.definitions) if (files.has(id)) definitions.set(id, definition)
  })
  return {
    registry,
    definitions,
    flows: createCalledFlows(createFlowPlans({ registry, workers })),
    hasWorkflow,
  }
}

export function createAgentSpecServices(
  platform: Platform,
  { registry, hasWorkflow }: FlowRegistry,
  { engine, executions, onWritten, remote }: ExecutionCapability,
): AgentSpecServices {
  const feed = new FlowUpdates()
  onWritten((written) => feed.publish(written))
  remote?.follow(feed)
  const { interrupts } = platform.store
  const { workers } = platform
  const own = createSubmissions({ engine, executions, interrupts, registry, feed, hasWorkflow, workers })
  return { agentspec: { runtime: remoteRuntime(platform) ?? own, registry } }
}

/** The remote runtime, if one is configured. */
function remoteRuntime({ config, workers, log, clock }: Platform): FlowRuntime | undefined {
  const { agentspecRuntime: url, agentspecRuntimeToken: token } = config
  if (url === undefined) return undefined
  return createRemoteRuntime({
    url,
    auth: config.agentspecRuntimeAuth,
    token,
    dialect: config.agentspecRuntimeDialect,
    workers,
    log,
    now: () => clock.now(),
    proxyFor: outgoingProxy(config),
  })
}

/** The default model of flows: that of the first provider with an API key. */
function defaultModel(config: Config): ModelSettings | undefined {
  if (config.openaiApiKey !== undefined) return { provider: 'openai' }
  if (config.anthropicApiKey !== undefined) return { provider: 'anthropic' }
  return config.googleApiKey === undefined ? undefined : { provider: 'google' }
}

function unlessMissing(error: unknown): false {
  if (error instanceof Problem && error.code === 'NOT_FOUND') return false
  throw error
}
