import { defineNode, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { agentSpecBranches } from '../fields/branches.ts'

/** Goes one of several ways, in an Agent Spec flow. */
export default defineNode({
  id: 'agentspec.branching_node',
  version: '1.0.0',
  name: 'Branch (Agent Spec)',
  description: 'Goes one of several ways, depending on its input.',
  category: 'logic',
  icon: 'mdi:source-branch',
  color: '#f59e0b',
  badge: 'BRANCH',
  visual: 'gateway',
  tags: ['agentspec', 'branch', 'condition', 'decision'],

  config: Type.Object({
    branches: agentSpecBranches([
      { name: 'branch_1', label: 'Branch 1', condition: '' },
      { name: 'default', label: 'Default', isDefault: true },
    ]),
    dynamicInputs: agentSpecPorts.dynamicInputs,
  }),
  inputs: { input: { name: 'Input', dataType: 'mixed' } },
  outputs: {},
  reserved: { triggerOut: false },
  agentspec: 'branching_node',
  formats: ['agentspec'],
})
