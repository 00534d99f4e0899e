import { Type } from '@millrace/model'
import { runParallelFlow } from '../agentspec/parallel-flow.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'

/** Runs several flows in parallel and waits for all of them. */
export default specNode('parallel_flow', runParallelFlow, {
  id: 'agentspec.parallel_flow_node',
  version: '1.0.0',
  name: 'Parallel flows (Agent Spec)',
  description: 'Runs several flows in parallel and continues when all are complete.',
  category: 'processing',
  icon: 'mdi:source-fork',
  color: '#14b8a6',
  badge: 'PFLOW',
  visual: 'simple',
  tags: ['agentspec', 'flow', 'parallel'],

  config: Type.Object({
    flow_refs: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Flows',
        description: 'Ids or machine names of stored workflows.',
        minItems: 1,
        maxItems: 100,
      }),
    ),
    ...innerSecrets,
    ...agentSpecPorts,
  }),
  inputs: { input: { name: 'Input', dataType: 'mixed', description: 'Passed to every flow.' } },
  outputs: { output: { name: 'Output', dataType: 'mixed', description: 'Outputs of the flows, keyed by flow name.' } },
  agentspec: 'parallel_flow_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'outputs the results of the workflows, keyed by name',
      config: { flow_refs: ['greets'] },
      inputs: { input: { who: 'Ada' } },
      outputs: { output: { greets: { greeting: 'Hello Ada' } } },
    },
    { title: 'fails if one of the workflows fails', config: { flow_refs: ['greets', 'breaks'] }, fails: 'FAILED' },
  ],
})
