import { NEXT_BRANCH, Type, takeBranches } from '@millrace/model'
import { runCatch } from '../agentspec/flow.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { flowPicker } from '../fields/flow-fields.ts'

/** Runs a flow and goes another way if it fails, in an Agent Spec flow. */
export default specNode('catch_exception', runCatch, {
  id: 'agentspec.catch_exception_node',
  version: '1.0.0',
  name: 'Catch (Agent Spec)',
  description: 'Runs a flow. If that fails, goes on by the branch for it instead of failing too.',
  category: 'logic',
  icon: 'mdi:shield-alert',
  color: '#f59e0b',
  badge: 'CATCH',
  tags: ['agentspec', 'error', 'exception', 'flow'],

  config: Type.Object({ flow_ref: flowPicker('Flow'), ...innerSecrets, ...agentSpecPorts }),
  inputs: { input: { name: 'Input', dataType: 'mixed' } },
  outputs: {
    output: { name: 'Output', dataType: 'mixed' },
    caught_exception_info: {
      name: 'What went wrong',
      dataType: 'string',
      description: 'Empty if the flow did not fail.',
    },
    // Fixed port and not a gateway branch: a gateway draws no data outputs, and this node has some.
    caught_exception_branch: { name: 'Caught', dataType: 'trigger', description: 'Taken when the flow failed.' },
  },
  agentspec: 'catch_exception_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'goes on as usual if the flow does not fail',
      config: { flow_ref: 'greets' },
      inputs: { input: { who: 'Ada' } },
      outputs: takeBranches([NEXT_BRANCH], { output: { greeting: 'Hello Ada' }, caught_exception_info: '' }),
    },
    {
      title: 'a failure of the flow is a branch',
      config: { flow_ref: 'breaks' },
      wired: ['caught_exception_branch'],
      outputs: takeBranches(['caught_exception_branch'], { output: null, caught_exception_info: 'It is broken.' }),
    },
  ],
})
