/** One run of an Agent Spec node: its component, its values and its services. */
import {
  type Agentic,
  type ComponentCredentials,
  DEFAULT_MODEL,
  type FlowNodeComponent,
  type LlmConfig,
  modelSettingsOf,
  type NameRef,
  namesIn,
  type Property,
  type Registry,
  type Tool,
  type Values,
} from '@millrace/agentspec'
import {
  type ConversationMessage,
  type Directory,
  isObject,
  type ModelSettings,
  NodeFailure,
  type RegisteredTool,
  type RunContext,
} from '@millrace/model'
import type { StepRecord } from './step-record.ts'

export interface Step<N extends FlowNodeComponent = FlowNodeComponent> {
  readonly node: N
  readonly name: string
  /** False for a node of a submitted flow. */
  readonly isDrawn: boolean
  readonly context: RunContext
  readonly directory: Directory
  readonly registry: Registry
  readonly record: StepRecord
  /** Stored credentials of the components of the node. */
  readonly credentials: ComponentCredentials
  /** By property title, cast. */
  readonly inputs: Values
  readonly inputPorts: readonly Property[]
  readonly outputPorts: readonly Property[]
  /** The messages of the flow so far; the step appends its own. */
  readonly conversation: ConversationMessage[]
}

/** The registered tools and agents that a component refers to. */
export async function directoryFor(component: FlowNodeComponent, context: RunContext): Promise<Directory> {
  return (await context.directory?.([...namesIn(component)])) ?? emptyDirectory(context)
}

/** The directory of a component without references. */
export function emptyDirectory({ effects, log, say }: RunContext): Directory {
  return { tools: new Map(), agents: new Map(), defaultModel: undefined, mcpTools: async () => [], effects, log, say }
}

/** The directory as the registry that conversion and validation use. */
export function registryOf({ tools, agents }: Directory): Registry {
  return {
    tool(name) {
      const tool = tools.get(name)
      return tool === undefined ? undefined : serverTool(tool)
    },
    agent(name) {
      const agent = agents.get(name)
      return isAgentic(agent) ? agent : undefined
    },
  }
}

function serverTool({ name, description, inputs, outputs, requiresConfirmation }: RegisteredTool): Tool {
  const described = description === undefined ? {} : { description }
  return { kind: 'server', id: name, name, ...described, inputs, outputs, requiresConfirmation }
}

const AGENTS = new Set<unknown>(['agent', 'specialized_agent', 'swarm', 'manager_workers', 'flow', 'unknown'])

function isAgentic(value: unknown): value is Agentic {
  return isObject(value) && AGENTS.has(value.kind)
}

export function modelOf(
  config: LlmConfig | NameRef | null | undefined,
  { directory, credentials }: Pick<Step, 'directory' | 'credentials'>,
): ModelSettings {
  const connection = credentials[config?.kind === 'llm_config' ? config.id : DEFAULT_MODEL]
  const stored = connection === undefined ? directory.defaultModel : { connection }
  const settings = config ? modelSettingsOf(config, connection) : stored
  if (settings !== undefined) return settings
  throw new NodeFailure('MODEL_SETTINGS_INVALID', 'The flow has no model, and the service has no default model.')
}
