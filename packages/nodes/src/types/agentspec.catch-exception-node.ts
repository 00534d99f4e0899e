import { NEXT_BRANCH, Type, takeBranches } from '@millrace/model'
import { runCatch } from '../agentspec/flow.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { flowPicker } from '../fields/flow-fields.ts'

/** Runs a flow and takes another branch if it fails, in an Agent Spec flow. */
export default specNode('catch_exception', runCatch, {
  id: 'agentspec.catch_exception_node',
  version: '1.0.0',
  name: 'Catch exception (Agent Spec)',
  description: 'Runs a flow. If the flow fails, takes the error branch instead of failing.',
  category: 'logic',
  icon: 'mdi:shield-alert',
  color: '#f59e0b',
  badge: 'CATCH',
  tags: ['agentspec', 'error', 'exception', 'flow'],
  summary: '{{flow_ref}}',

  config: Type.Object({ flow_ref: flowPicker('Flow'), ...innerSecrets, ...agentSpecPorts }),
  inputs: { input: { name: 'Input', dataType: 'mixed' } },
  outputs: {
    output: { name: 'Output', dataType: 'mixed' },
    caught_exception_info: {
      name: 'Exception info',
      dataType: 'string',
      description: 'Error of the flow; empty if it succeeded.',
    },
    // A fixed port, not a gateway branch: gateways have no data outputs, and this node needs some.
    caught_exception_branch: { name: 'Caught', dataType: 'trigger', description: 'Taken if the flow failed.' },
  },
  agentspec: 'catch_exception_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'continues normally if the flow succeeds',
      config: { flow_ref: 'greets' },
      inputs: { input: { who: 'Ada' } },
      outputs: takeBranches([NEXT_BRANCH], { output: { greeting: 'Hello Ada' }, caught_exception_info: '' }),
    },
    {
      title: 'takes the error branch if the flow fails',
      config: { flow_ref: 'breaks' },
      wired: ['caught_exception_branch'],
      outputs: takeBranches(['caught_exception_branch'], { output: null, caught_exception_info: 'It is broken.' }),
    },
  ],
})
