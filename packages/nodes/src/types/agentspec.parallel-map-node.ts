import { Type } from '@millrace/model'
import { runParallelMap } from '../agentspec/map.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { mapFields } from '../fields/flow-fields.ts'

/** Runs a flow for each item of a list in parallel. */
export default specNode('parallel_map', runParallelMap, {
  id: 'agentspec.parallel_map_node',
  version: '1.0.0',
  name: 'Parallel map (Agent Spec)',
  description: 'Runs a flow for each item of a list in parallel. The results keep the order of the list.',
  category: 'processing',
  icon: 'mdi:arrow-split-vertical',
  color: '#f97316',
  badge: 'PMAP',
  tags: ['agentspec', 'loop', 'list', 'parallel'],
  summary: '{{map_flow_ref}}',

  config: Type.Object({ ...mapFields, ...innerSecrets }),
  inputs: { collection: { name: 'Collection', dataType: 'array', required: true } },
  outputs: { results: { name: 'Results', dataType: 'array' } },
  agentspec: 'parallel_map_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'outputs the results in the order of the list',
      config: { map_flow_ref: 'greets' },
      inputs: { collection: ['Ada', 'Bo', 'Cy'] },
      outputs: { results: [{ greeting: 'Hello Ada' }, { greeting: 'Hello Bo' }, { greeting: 'Hello Cy' }] },
    },
    {
      title: 'fails if the workflow fails for one item',
      config: { map_flow_ref: 'breaks' },
      inputs: { collection: ['Ada'] },
      fails: 'FAILED',
    },
  ],
})
