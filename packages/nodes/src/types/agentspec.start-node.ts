import { Type } from '@millrace/model'
import { runStart } from '../agentspec/control.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Start of an Agent Spec flow: its outputs are what the flow is given. */
export default specNode('start', runStart, {
  id: 'agentspec.start_node',
  version: '1.0.0',
  name: 'Start (Agent Spec)',
  description: 'Where a flow begins. Its outputs are the values the flow is given.',
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
      title: 'gives what the execution was started with',
      config: { dynamicOutputs: [{ name: 'who', dataType: 'string' }] },
      launch: { who: 'Ada', other: 1 },
      outputs: { who: 'Ada' },
    },
    {
      title: 'an input that is missing and has no default is a failure',
      config: { dynamicOutputs: [{ name: 'who', dataType: 'string' }] },
      fails: 'MISSING_INPUT',
    },
  ],
})
