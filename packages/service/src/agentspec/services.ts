import type { ToolRegistry } from './registry/registry.ts'
import type { FlowRuntime } from './runtime-port.ts'

export interface AgentSpec {
  readonly runtime: FlowRuntime
  readonly registry: ToolRegistry
}

export interface AgentSpecServices {
  readonly agentspec: AgentSpec
}
