/** Documents as the releases 1.x and 2.x of the public editor save them, with everything a canvas leaves in them. */
import type { NodeType } from '@millrace/model'
import type { Json } from './operations.ts'

const NOW = '2026-01-01T09:00:00.000Z'

interface Drawn {
  readonly id: string
  readonly type: NodeType
  readonly config: Json
}

const DRAWN = [
  ['text_input.1', 'text_input', { defaultValue: 'Ada', instanceTitle: 'Name' }],
  [
    'switch.2',
    'switch',
    {
      branches: [
        { name: 'yes', label: 'Yes', value: 'y' },
        { name: 'no', isDefault: true },
      ],
    },
  ],
  ['text_output.1', 'text_output', {}],
] as const

/** The nodes of both documents, with the types that a client has got from the catalogue. */
export function drawn(types: ReadonlyMap<string, NodeType>): readonly Drawn[] {
  return DRAWN.map(([id, typeId, config]) => {
    const type = types.get(typeId)
    if (type === undefined) throw new Error(`the catalogue has no ${typeId}`)
    return { id, type, config: { ...config } }
  })
}

/** As 1.4 writes it: the type is known by `metadata.id`, the format of the document by `metadata.version`. */
export function document1(nodes: readonly Drawn[]): Json {
  return {
    name: 'Untitled Workflow',
    description: '',
    nodes: nodes.map(({ id, type: { node_type_id: _, ...copy }, config }, at) => ({
      id,
      type: 'universalNode',
      position: { x: at * 250.5, y: -12 },
      deletable: true,
      measured: { width: 288, height: 112 },
      selected: at === 0,
      dragging: false,
      data: { label: copy.name, config, metadata: copy, nodeId: id, isProcessing: false, error: '' },
    })),
    edges: [
      {
        id: 'xy-edge__text_input.1text_input.1-output-text-switch.2switch.2-input-value',
        source: 'text_input.1',
        target: 'switch.2',
        sourceHandle: 'text_input.1-output-text',
        targetHandle: 'switch.2-input-value',
        type: 'default',
        selectable: true,
        deletable: true,
        style: 'stroke: var(--fd-edge-data); stroke-width: 2;',
        class: 'flowdrop--edge--data',
        markerEnd: { type: 'arrowclosed', width: 16, height: 16, color: 'grey' },
        data: {
          metadata: { edgeType: 'data', sourcePortDataType: 'string' },
          targetNodeType: 'switch',
          targetCategory: 'logic',
        },
      },
      { id: 'short', source: 'switch.2', target: 'text_output.1', sourceHandle: 'yes', targetHandle: 'trigger' },
      { id: 'data', source: 'text_input.1', target: 'text_output.1', sourceHandle: 'text', targetHandle: 'text' },
    ],
    metadata: {
      version: '1.0.0',
      createdAt: NOW,
      updatedAt: NOW,
      tags: ['demo'],
      author: 'Ada',
      versionId: '1',
      updateNumber: 0,
    },
  }
}

/** As 2.11 writes it: `node_type_id`, `schemaVersion`, and keys of the workflow that the interface does not name. */
export function document2(nodes: readonly Drawn[]): Json {
  const { nodes: old, edges, metadata, ...frame } = document1(nodes)
  const { version: _, ...dated } = metadata as Json
  return {
    ...frame,
    name: 'Second',
    nodes: (old as Json[]).map((node, at) => ({
      ...node,
      data: {
        label: nodes[at]?.type.name,
        config: { ...nodes[at]?.config, ports: { order: ['text'], hidden: [] } },
        metadata: nodes[at]?.type,
        executionInfo: { status: 'idle', executionCount: 0, isExecuting: false },
        extensions: { swap: { previousNodeId: 'calculator.1' }, 'host:thing': { deep: [1, { two: null }] } },
      },
    })),
    edges,
    metadata: { ...dated, schemaVersion: '1.0.0', format: 'flowdrop', kept: { by: 'host' } },
    config: { kanban: { columns: [] } },
    interface: {
      inputs: [{ id: 'name', dataType: 'string', bindings: [{ nodeId: 'text_input.1', portId: 'text' }] }],
      outputs: [],
    },
    playground: { chat: null },
    label: 'Drupal adds this',
  }
}

/** What the service owns in a document; everything else has to come back as it was sent. */
export function clientsPart({ metadata, ...document }: Json): Json {
  const {
    id: _,
    machineName: _m,
    revision: _r,
    published_revision: _p,
    active: _a,
    has_triggers: _t,
    has_unpublished_changes: _h,
    project: _o,
    ...rest
  } = document
  const {
    schemaVersion: _s,
    version: _v,
    createdAt: _c,
    updatedAt: _u,
    versionId: _i,
    updateNumber: _n,
    ...own
  } = metadata as Json
  return { ...rest, metadata: own }
}
