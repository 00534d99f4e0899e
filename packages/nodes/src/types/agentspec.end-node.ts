import { Type } from '@millrace/model'
import { runEnd } from '../agentspec/control.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** End of an Agent Spec flow: its inputs are the outputs of the flow. */
export default specNode('end', runEnd, {
  id: 'agentspec.end_node',
  version: '1.0.0',
  name: 'End (Agent Spec)',
  description: 'End of a flow. Its inputs are the outputs of the flow.',
  category: 'outputs',
  icon: 'mdi:stop-circle',
  color: '#ef4444',
  badge: 'END',
  visual: 'terminal',
  tags: ['agentspec', 'end'],
  summary: '{{branch_name}}',

  config: Type.Object({
    branch_name: Type.Optional(
      Type.String({
        title: 'Branch',
        description: 'Branch that the parent flow takes after this end.',
        default: 'next',
        minLength: 1,
        maxLength: 100,
      }),
    ),
    flow_outputs: Type.Optional(
      Type.Array(Type.Record(Type.Any()), {
        title: 'Flow outputs',
        description:
          'Output properties of the flow, with defaults for values that this end does not receive. If omitted, all inputs of this end.',
        format: 'json',
        maxItems: 1000,
      }),
    ),
    dynamicInputs: agentSpecPorts.dynamicInputs,
  }),
  inputs: {},
  outputs: {},
  reserved: { triggerOut: false, error: false },
  agentspec: 'end_node',
  formats: ['agentspec'],
  quick: true,

  examples: [
    {
      title: 'outputs the inputs of the end node',
      config: { dynamicInputs: [{ name: 'name', dataType: 'string' }] },
      inputs: { name: 'Ada' },
      outputs: { name: 'Ada' },
    },
    {
      title: 'uses the default of a flow output that has no input',
      config: {
        dynamicInputs: [{ name: 'name', dataType: 'string' }],
        flow_outputs: [{ title: 'name' }, { title: 'age', default: 36 }],
      },
      inputs: { name: 'Ada' },
      outputs: { name: 'Ada', age: 36 },
    },
  ],
})
