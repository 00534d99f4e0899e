import { Type } from '@millrace/model'
import { runStart } from '../agentspec/control.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Start of an Agent Spec flow: its outputs are the inputs of the flow. */
export default specNode('start', runStart, {
  id: 'agentspec.start_node',
  version: '1.0.0',
  name: 'Start (Agent Spec)',
  description: 'Start of a flow. Its outputs are the inputs of the flow.',
  category: 'triggers',
  icon: 'mdi:play-circle',
  color: '#22c55e',
  badge: 'START',
  visual: 'terminal',
  tags: ['agentspec', 'start'],

  config: Type.Object({ dynamicOutputs: agentSpecPorts.dynamicOutputs }),
  inputs: {},
  outputs: {},
  reserved: { triggerIn: false, error: false },
  agentspec: 'start_node',
  formats: ['agentspec'],
  quick: true,

  examples: [
    {
      title: 'outputs the launch inputs of the execution',
      config: { dynamicOutputs: [{ name: 'who', dataType: 'string' }] },
      launch: { who: 'Ada', other: 1 },
      outputs: { who: 'Ada' },
    },
    {
      title: 'fails for a missing input without a default',
      config: { dynamicOutputs: [{ name: 'who', dataType: 'string' }] },
      fails: 'MISSING_INPUT',
    },
  ],
})
