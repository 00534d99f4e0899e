/** A small workflow, used in the API examples of this folder. */
import type { Workflow, WorkflowSummary } from '@millrace/model'

export const EXAMPLE_ID = '5f0c7a52-1f0e-4f57-9a3e-2f5a1f6f9b10'

export const exampleGraph = {
  nodes: [
    {
      id: 'text_input.1',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: {
        label: 'Name',
        config: { defaultValue: 'Ada' },
        metadata: { node_type_id: 'text_input', id: 'text_input' },
      },
    },
    {
      id: 'text_output.1',
      type: 'universalNode',
      position: { x: 300, y: 0 },
      data: { label: 'Greeting', config: {}, metadata: { node_type_id: 'text_output', id: 'text_output' } },
    },
  ],
  edges: [
    {
      id: 'e1',
      source: 'text_input.1',
      target: 'text_output.1',
      sourceHandle: 'text_input.1-output-text',
      targetHandle: 'text_output.1-input-text',
    },
  ],
}

export const exampleWorkflow: Workflow = {
  id: EXAMPLE_ID,
  machineName: 'hello',
  revision: 1,
  name: 'Hello',
  description: 'Says a name.',
  ...exampleGraph,
  metadata: {
    schemaVersion: '1.0.0',
    version: '1.0.0',
    createdAt: '2026-01-01T12:00:00.000Z',
    updatedAt: '2026-01-01T12:00:00.000Z',
    author: 'Ada',
    tags: ['demo'],
    versionId: '0c2a6c8e-7d0b-4a53-8a55-6d9c1f3d7e21',
    updateNumber: 1,
    format: 'millrace',
  },
}

export const exampleDraftHead = { base_revision: 1, revision: 1, updated_at: '2026-01-01T12:05:00.000Z' }

export const exampleDraft = { workflow: { name: 'Hello', ...exampleGraph }, ...exampleDraftHead }

export const exampleSummary: WorkflowSummary = {
  id: EXAMPLE_ID,
  machineName: 'hello',
  name: 'Hello',
  description: 'Says a name.',
  tags: ['demo'],
  revision: 1,
  created_at: '2026-01-01T12:00:00.000Z',
  updated_at: '2026-01-01T12:00:00.000Z',
  published_revision: 1,
  active: true,
  has_triggers: false,
  has_unpublished_changes: false,
  project: 'default',
  publish: 'automatic',
  triggers: [],
  has_secrets: false,
  node_count: 2,
  thumbnail: {
    nodes: [
      { x: 0, y: 0, type: 'text_input' },
      { x: 300, y: 0, type: 'text_output' },
    ],
    edges: [[0, 1]],
  },
  last_run: null,
}
