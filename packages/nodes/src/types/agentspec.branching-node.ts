import { Type, takeBranches } from '@millrace/model'
import { runBranching } from '../agentspec/control.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { agentSpecBranches } from '../fields/branches.ts'

const BRANCHES = [
  { name: 'first', value: 'gold' },
  { name: 'rest', isDefault: true },
]

/** Takes one of several branches in an Agent Spec flow. */
export default specNode('branching', runBranching, {
  id: 'agentspec.branching_node',
  version: '1.0.0',
  name: 'Branching (Agent Spec)',
  description: 'Takes one of several branches, depending on its input.',
  category: 'logic',
  icon: 'mdi:source-branch',
  color: '#f59e0b',
  badge: 'BRANCH',
  visual: 'gateway',
  tags: ['agentspec', 'branch', 'condition', 'decision'],
  summary: '{{branches}}',

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
  quick: true,

  examples: [
    {
      title: 'takes the branch that matches the value',
      config: { branches: BRANCHES },
      inputs: { input: 'gold' },
      wired: ['first', 'rest'],
      outputs: takeBranches(['first']),
    },
    {
      title: 'takes the default branch if no branch matches the value',
      config: { branches: BRANCHES },
      inputs: { input: 'lead' },
      wired: ['first', 'rest'],
      outputs: takeBranches(['rest']),
    },
    {
      title: 'fails for a branch without a connection',
      config: { branches: BRANCHES },
      inputs: { input: 'gold' },
      wired: ['rest'],
      fails: 'NO_NEXT_NODE',
    },
  ],
})
