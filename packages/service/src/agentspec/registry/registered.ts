/** Registered tools and agents that flows can refer to. */
import type {
  AgentSpecAgent,
  AgentSpecImplementation,
  AgentSpecNewAgent,
  AgentSpecNewTool,
  AgentSpecTool,
} from '@millrace/model'

/** A tool that a flow can call, from any source. `node` is a node type of the catalogue. */
export interface RegisteredTool extends Omit<AgentSpecNewTool, 'implementation'> {
  readonly implementation:
    | AgentSpecImplementation
    | { readonly kind: 'node'; readonly type: string; readonly mayRunAgain: boolean }
}

/** The listed tool: its interface, without its implementation. */
export function toolItem({ name, description = '', inputs = [], outputs = [] }: RegisteredTool): AgentSpecTool {
  return { name, description, component_type: 'server_tool', inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

export function agentItem({ name, description = '', inputs = [], outputs = [] }: AgentSpecNewAgent): AgentSpecAgent {
  return { name, description, inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

function copy(value: object): Record<string, unknown> {
  return { ...value }
}
