import { defineNode, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Start of an Agent Spec flow: its outputs are what the flow is given. */
export default defineNode({
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
})
