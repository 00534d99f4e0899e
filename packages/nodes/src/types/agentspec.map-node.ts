import { defineNode, Type } from '@millrace/model'
import { innerSecrets } from '../fields/agentspec-secrets.ts'
import { mapFields } from '../fields/flow-fields.ts'

/** Runs a flow for every item of a list, one after the other. */
export default defineNode({
  id: 'agentspec.map_node',
  version: '1.0.0',
  name: 'Map (Agent Spec)',
  description: 'Runs a flow for every item of a list, one after the other.',
  category: 'processing',
  icon: 'mdi:map-marker-path',
  color: '#f97316',
  badge: 'MAP',
  tags: ['agentspec', 'loop', 'list'],

  config: Type.Object({ ...mapFields, ...innerSecrets }),
  inputs: { collection: { name: 'Collection', dataType: 'array', required: true } },
  outputs: { results: { name: 'Results', dataType: 'array' } },
  agentspec: 'map_node',
  formats: ['agentspec'],
})
