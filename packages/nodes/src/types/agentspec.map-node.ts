import { Type } from '@millrace/model'
import { runMap } from '../agentspec/map.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { mapFields } from '../fields/flow-fields.ts'

/** Runs a flow for each item of a list, one at a time. */
export default specNode('map', runMap, {
  id: 'agentspec.map_node',
  version: '1.0.0',
  name: 'Map (Agent Spec)',
  description: 'Runs a flow for each item of a list, one at a time.',
  category: 'processing',
  icon: 'mdi:map-marker-path',
  color: '#f97316',
  badge: 'MAP',
  tags: ['agentspec', 'loop', 'list'],
  summary: '{{map_flow_ref}}',

  config: Type.Object({ ...mapFields, ...innerSecrets }),
  inputs: { collection: { name: 'Collection', dataType: 'array', required: true } },
  outputs: { results: { name: 'Results', dataType: 'array' } },
  agentspec: 'map_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'runs a stored workflow for each item',
      config: { map_flow_ref: 'greets' },
      inputs: { collection: ['Ada', { who: 'Bo' }] },
      outputs: { results: [{ greeting: 'Hello Ada' }, { greeting: 'Hello Bo' }] },
    },
    {
      title: 'outputs no results for an empty list',
      config: { map_flow_ref: 'greets' },
      inputs: { collection: [] },
      outputs: { results: [] },
    },
    {
      title: 'rejects an input that is not a list',
      config: { map_flow_ref: 'greets' },
      inputs: { collection: 'Ada' },
      fails: 'NOTHING_TO_ITERATE',
    },
  ],
})
