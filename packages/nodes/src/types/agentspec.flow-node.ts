import { defineNode, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { flowPicker } from '../fields/flow-fields.ts'

/** Runs another flow inside an Agent Spec flow. */
export default defineNode({
  id: 'agentspec.flow_node',
  version: '1.0.0',
  name: 'Flow (Agent Spec)',
  description: 'Runs another flow and goes on with what it gives back.',
  category: 'processing',
  icon: 'mdi:sitemap',
  color: '#14b8a6',
  badge: 'FLOW',
  visual: 'simple',
  tags: ['agentspec', 'flow', 'reuse'],

  config: Type.Object({ flow_ref: flowPicker('Flow'), ...innerSecrets, ...agentSpecPorts }),
  inputs: { input: { name: 'Input', dataType: 'mixed' } },
  outputs: { output: { name: 'Output', dataType: 'mixed' } },
  agentspec: 'flow_node',
  formats: ['agentspec'],
})
