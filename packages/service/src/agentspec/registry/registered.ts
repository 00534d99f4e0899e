/** Tools and agents that flows may name, as they are registered. */
import type {
  AgentSpecAgent,
  AgentSpecImplementation,
  AgentSpecNewAgent,
  AgentSpecNewTool,
  AgentSpecTool,
} from '@millrace/model'

/** A tool that a flow may call, whoever registered it. `node` is a node type of the catalogue. */
export interface RegisteredTool extends Omit<AgentSpecNewTool, 'implementation'> {
  readonly implementation:
    | AgentSpecImplementation
    | { readonly kind: 'node'; readonly type: string; readonly mayRunAgain: boolean }
}

/** As the listing shows it: what it is called with, never how it is done. */
export function toolItem({ name, description = '', inputs = [], outputs = [] }: RegisteredTool): AgentSpecTool {
  return { name, description, component_type: 'server_tool', inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

export function agentItem({ name, description = '', inputs = [], outputs = [] }: AgentSpecNewAgent): AgentSpecAgent {
  return { name, description, inputs: inputs.map(copy), outputs: outputs.map(copy) }
}

function copy(value: object): Record<string, unknown> {
  return { ...value }
}
