/** Agent Spec examples for the OpenAPI document. */
import type { AgentSpecExecution, AgentSpecNodeStatus } from '@millrace/model'
import { EXAMPLE_ID } from './execution-params.ts'

export const exampleFlow = {
  component_type: 'flow',
  name: 'Greeting',
  start_node: 'start',
  nodes: [
    { component_type: 'start_node', name: 'start', outputs: [{ title: 'name', type: 'string' }] },
    {
      component_type: 'llm_node',
      name: 'greet',
      prompt_template: 'Greet {{name}} in one sentence.',
      llm_config: { name: 'echo', provider: 'echo', model_id: 'echo' },
      outputs: [{ title: 'greeting', type: 'string' }],
    },
    { component_type: 'end_node', name: 'end', inputs: [{ title: 'greeting', type: 'string' }] },
  ],
  control_flow_connections: [
    { name: 'start_to_greet', from_node: 'start', to_node: 'greet' },
    { name: 'greet_to_end', from_node: 'greet', to_node: 'end' },
  ],
  data_flow_connections: null,
}

const NODES: Record<string, AgentSpecNodeStatus> = {
  start: {
    status: 'completed',
    state: 'completed',
    execution_count: 1,
    started_at: '2026-01-01T12:00:00.000Z',
    duration_ms: 0,
  },
  greet: { status: 'running', state: 'running', execution_count: 1, started_at: '2026-01-01T12:00:00.000Z' },
  end: { status: 'idle', state: 'idle', execution_count: 0 },
}

export const exampleExecution: AgentSpecExecution = {
  execution_id: EXAMPLE_ID,
  id: EXAMPLE_ID,
  status: 'running',
  execution_status: 'running',
  node_statuses: NODES,
  nodes: NODES,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
}

export const exampleTool = {
  name: 'shout',
  description: 'Says it louder.',
  inputs: [{ title: 'text', type: 'string' }],
  outputs: [{ title: 'result', type: 'string' }],
}

export const exampleAgent = {
  name: 'helper',
  description: 'Helps.',
  inputs: [{ title: 'topic', type: 'string' }],
  outputs: [{ title: 'answer', type: 'string' }],
}
