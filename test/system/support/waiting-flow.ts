/** An Agent Spec flow that waits for an answer. */
export const WAITING_FLOW = {
  component_type: 'flow',
  name: 'Asks',
  start_node: 'start',
  nodes: [
    { component_type: 'start_node', name: 'start', outputs: [] },
    {
      component_type: 'input_message_node',
      name: 'ask',
      message: 'Well?',
      outputs: [{ title: 'mood', type: 'string' }],
    },
    { component_type: 'end_node', name: 'end', inputs: [{ title: 'mood', type: 'string' }] },
  ],
  control_flow_connections: [
    { name: 'a', from_node: 'start', to_node: 'ask' },
    { name: 'b', from_node: 'ask', to_node: 'end' },
  ],
  data_flow_connections: null,
}
