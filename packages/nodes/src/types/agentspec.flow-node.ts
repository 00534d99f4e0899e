import { NEXT_BRANCH, Type, takeBranches } from '@millrace/model'
import { runFlowNode } from '../agentspec/flow.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { flowPicker } from '../fields/flow-fields.ts'

/** Runs another flow inside an Agent Spec flow. */
export default specNode('flow', runFlowNode, {
  id: 'agentspec.flow_node',
  version: '1.0.0',
  name: 'Flow (Agent Spec)',
  description: 'Runs another flow and outputs its results.',
  category: 'processing',
  icon: 'mdi:sitemap',
  color: '#14b8a6',
  badge: 'FLOW',
  visual: 'simple',
  tags: ['agentspec', 'flow', 'reuse'],
  summary: '{{flow_ref}}',

  config: Type.Object({ flow_ref: flowPicker('Flow'), ...innerSecrets, ...agentSpecPorts }),
  inputs: { input: { name: 'Input', dataType: 'mixed' } },
  outputs: { output: { name: 'Output', dataType: 'mixed' } },
  agentspec: 'flow_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'runs a stored workflow with the input object as launch inputs',
      config: { flow_ref: 'greets' },
      inputs: { input: { who: 'Ada' } },
      outputs: takeBranches([NEXT_BRANCH], { output: { greeting: 'Hello Ada' } }),
    },
    {
      title: 'emits the named outputs of the workflow',
      config: {
        flow_ref: 'greets',
        dynamicInputs: [{ name: 'who', dataType: 'string' }],
        dynamicOutputs: [{ name: 'greeting', dataType: 'string' }],
      },
      inputs: { who: 'Ada' },
      outputs: takeBranches([NEXT_BRANCH], { greeting: 'Hello Ada' }),
    },
    { title: 'fails if the workflow fails', config: { flow_ref: 'breaks' }, fails: 'FAILED' },
  ],
})
