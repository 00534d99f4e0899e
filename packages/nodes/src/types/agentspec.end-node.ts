import { Type } from '@millrace/model'
import { runEnd } from '../agentspec/control.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** End of an Agent Spec flow: its inputs are what the flow gives back. */
export default specNode('end', runEnd, {
  id: 'agentspec.end_node',
  version: '1.0.0',
  name: 'End (Agent Spec)',
  description: 'Where a flow ends. Its inputs are the values the flow gives back.',
  category: 'outputs',
  icon: 'mdi:stop-circle',
  color: '#ef4444',
  badge: 'END',
  visual: 'terminal',
  tags: ['agentspec', 'end'],

  config: Type.Object({
    branch_name: Type.Optional(
      Type.String({
        title: 'Branch',
        description: 'By which branch a flow that contains this one goes on.',
        default: 'next',
        minLength: 1,
        maxLength: 100,
      }),
    ),
    flow_outputs: Type.Optional(
      Type.Array(Type.Record(Type.Any()), {
        title: 'Outputs of the flow',
        description:
          'Properties that the flow gives, with defaults for those that this end is not given. Left out, all that arrives here.',
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
      title: 'the flow gives what arrives here',
      config: { dynamicInputs: [{ name: 'name', dataType: 'string' }] },
      inputs: { name: 'Ada' },
      outputs: { name: 'Ada' },
    },
    {
      title: 'an output of the flow that does not arrive takes its default',
      config: {
        dynamicInputs: [{ name: 'name', dataType: 'string' }],
        flow_outputs: [{ title: 'name' }, { title: 'age', default: 36 }],
      },
      inputs: { name: 'Ada' },
      outputs: { name: 'Ada', age: 36 },
    },
  ],
})
