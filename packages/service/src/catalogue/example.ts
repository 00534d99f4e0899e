import type { NodeType } from '@millrace/model'

/** A node type for the examples of the OpenAPI document. */
export const exampleNodeType: NodeType = {
  node_type_id: 'text_input',
  id: 'text_input',
  name: 'Text input',
  description: 'A text that is given when the workflow starts.',
  category: 'inputs',
  version: '1.0.0',
  icon: 'mdi:form-textbox',
  color: 'var(--fd-node-emerald)',
  type: 'simple',
  supportedTypes: ['simple', 'default'],
  inputs: [],
  outputs: [{ id: 'text', name: 'Text', type: 'output', dataType: 'string', displayOrder: 0 }],
  configSchema: {
    type: 'object',
    properties: { text: { type: 'string', title: 'Text' } },
    additionalProperties: true,
  },
  tags: ['text'],
  formats: ['millrace', 'flowdrop'],
  extensions: {},
}
