/** The workflow document. Schemas list the keys that we read; every other key is kept. */

import { isObject } from '../json.ts'
import { KEPT_VALUES } from '../keep-values.ts'
import { AnyObject, DateTime, type Schema, type Static, Type, Uuid } from '../schema.ts'
import { STATE_FIELDS } from './state-fields.ts'

export const LIMITS = {
  nameLength: 200,
  descriptionLength: 1000,
  tags: 20,
  tagLength: 50,
  authorLength: 100,
  idLength: 1000,
} as const

export const SCHEMA_VERSION = '1.0.0'

/** Ids are arbitrary texts, limited because edges, handles and messages repeat them. */
const Id = Type.String({ minLength: 1, maxLength: LIMITS.idLength })

const Handle = Type.Optional(Type.Nullable(Type.String()))

const ISO_TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?$'

/** The last run of a node, as an editor shows it. Ignored when a workflow runs. */
const ExecutionInfo = Type.Object({
  status: Type.Optional(Type.String()),
  executionCount: Type.Optional(Type.Integer()),
  lastExecuted: Type.Optional(Type.String({ format: 'date-time', pattern: ISO_TIME })),
  lastExecutionDuration: Type.Optional(Type.Number()),
  lastError: Type.Optional(Type.String()),
  isExecuting: Type.Optional(Type.Boolean()),
})

export const WorkflowNode = Type.Object(
  {
    id: Id,
    type: Type.Optional(Type.String()),
    position: Type.Optional(Type.Object({ x: Type.Number(), y: Type.Number() })),
    deletable: Type.Optional(Type.Boolean()),
    data: Type.Optional(
      Type.Object({
        label: Type.Optional(Type.String()),
        nodeId: Type.Optional(Type.String({ description: 'The id of the node once more, for older clients.' })),
        config: Type.Optional(AnyObject),
        metadata: Type.Optional(AnyObject),
        isProcessing: Type.Optional(Type.Boolean()),
        error: Type.Optional(Type.String()),
        executionInfo: Type.Optional(ExecutionInfo),
        extensions: Type.Optional(AnyObject),
      }),
    ),
  },
  { $id: 'WorkflowNode' },
)
export type WorkflowNode = Static<typeof WorkflowNode>

const EdgeData: Schema<Record<string, unknown>> = Type.Object({
  label: Type.Optional(Type.String()),
  condition: Type.Optional(Type.String()),
  metadata: Type.Optional(
    Type.Object({
      edgeType: Type.Optional(Type.String()),
      sourcePortDataType: Type.Optional(Type.String()),
    }),
  ),
  isToolConnection: Type.Optional(Type.Boolean()),
  targetNodeType: Type.Optional(Type.String()),
  targetCategory: Type.Optional(Type.String()),
})

export const WorkflowEdge = Type.Object(
  {
    id: Id,
    source: Type.String(),
    target: Type.String(),
    sourceHandle: Handle,
    targetHandle: Handle,
    type: Type.Optional(Type.String()),
    selectable: Type.Optional(Type.Boolean()),
    deletable: Type.Optional(Type.Boolean()),
    data: Type.Optional(EdgeData),
  },
  { $id: 'WorkflowEdge' },
)
export type WorkflowEdge = Static<typeof WorkflowEdge>

/** These texts are stored in columns, and not every database can store a NUL character there. */
const NO_NUL = '^[^\\u0000]*$'

const Tags = Type.Array(Type.String({ maxLength: LIMITS.tagLength, pattern: NO_NUL }), { maxItems: LIMITS.tags })

export const WorkflowMetadata = Type.Object(
  {
    schemaVersion: Type.String(),
    version: Type.String({ description: 'The same as schemaVersion, for older clients.' }),
    createdAt: DateTime,
    updatedAt: DateTime,
    author: Type.Optional(Type.String()),
    tags: Type.Array(Type.String()),
    versionId: Type.String(),
    updateNumber: Type.Integer(),
    format: Type.String(),
  },
  { $id: 'WorkflowMetadata' },
)
export type WorkflowMetadata = Static<typeof WorkflowMetadata>

/** A stored workflow. */
export const Workflow = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: Type.String(),
    machineName: Type.String(),
    revision: Type.Integer({ description: 'Grows with every save; send it back to be told of a conflict.' }),
    nodes: Type.Array(WorkflowNode),
    edges: Type.Array(WorkflowEdge),
    metadata: WorkflowMetadata,
    config: Type.Optional(AnyObject),
    published_revision: Type.Optional(STATE_FIELDS.published_revision),
    active: Type.Optional(STATE_FIELDS.active),
    has_triggers: Type.Optional(STATE_FIELDS.has_triggers),
    has_unpublished_changes: Type.Optional(STATE_FIELDS.has_unpublished_changes),
    project: Type.Optional(STATE_FIELDS.project),
  },
  { $id: 'Workflow' },
)
export type Workflow = Static<typeof Workflow>

/** The graph part, which is all that validation, diff and compile use. */
export interface Graph {
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
}

const Name = Type.String({ minLength: 1, maxLength: LIMITS.nameLength, pattern: NO_NUL })
const Description = Type.String({ maxLength: LIMITS.descriptionLength, pattern: NO_NUL })
/** Unknown keys are kept, which the OpenAPI document states. */
const KEEPS_OTHER_KEYS = { additionalProperties: true }

const GivenMetadata = Type.Object(
  {
    tags: Type.Optional(Tags),
    author: Type.Optional(Type.String({ maxLength: LIMITS.authorLength })),
    format: Type.Optional(Type.String({ maxLength: 50 })),
  },
  KEEPS_OTHER_KEYS,
)

/** A misspelt `keep_values` would keep what must not be kept, so it is refused; other keys are as the client likes. */
const GivenConfig: typeof AnyObject = Type.Object(
  {
    keep_values: Type.Optional(
      Type.Enum(['all', ...KEPT_VALUES], {
        description: 'The executions whose values are kept after they have ended.',
      }),
    ),
  },
  KEEPS_OTHER_KEYS,
)

/** Body of a create; unknown keys are kept. */
export const NewWorkflow = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    nodes: Type.Optional(Type.Array(WorkflowNode)),
    edges: Type.Optional(Type.Array(WorkflowEdge)),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(GivenMetadata),
    config: Type.Optional(GivenConfig),
  },
  KEEPS_OTHER_KEYS,
)
export type NewWorkflow = Static<typeof NewWorkflow>

/** Body of an update: only the given keys change. */
export const WorkflowChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    nodes: Type.Optional(Type.Array(WorkflowNode)),
    edges: Type.Optional(Type.Array(WorkflowEdge)),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(GivenMetadata),
    config: Type.Optional(GivenConfig),
    revision: Type.Optional(Type.Integer()),
  },
  KEEPS_OTHER_KEYS,
)
export type WorkflowChange = Static<typeof WorkflowChange>

/** Body of a validation: like a create, but the name may be empty. */
export const CheckedWorkflow = Type.Object(
  {
    name: Type.String({ maxLength: LIMITS.nameLength, pattern: NO_NUL }),
    description: Type.Optional(Description),
    nodes: Type.Optional(Type.Array(WorkflowNode)),
    edges: Type.Optional(Type.Array(WorkflowEdge)),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(GivenMetadata),
    config: Type.Optional(GivenConfig),
  },
  KEEPS_OTHER_KEYS,
)

/** The id of a node's type: from its metadata, otherwise its canvas type. */
export function nodeTypeIdOf(node: WorkflowNode): string {
  const metadata = node.data?.metadata
  if (isObject(metadata)) {
    if (typeof metadata.node_type_id === 'string' && metadata.node_type_id !== '') return metadata.node_type_id
    if (typeof metadata.id === 'string' && metadata.id !== '') return metadata.id
  }
  return node.type ?? ''
}

/** The config of a node, empty when it has none. */
export function configOf(node: WorkflowNode): Readonly<Record<string, unknown>> {
  return node.data?.config ?? {}
}

/** The name of a node in a message: its title or label, and its id if that differs. */
export function nameOf(node: WorkflowNode): string {
  const label = titleOf(node)
  return label !== '' && label !== node.id ? `"${short(label)}" (${short(node.id)})` : `"${short(node.id)}"`
}

/** The title that a user gave a node, otherwise its label, otherwise an empty text. */
export function titleOf(node: WorkflowNode): string {
  const title = configOf(node).instanceTitle
  return (typeof title === 'string' && title) || node.data?.label || ''
}

const SHOWN = 60

/** Shortens a text of a client for a message, so that a long text cannot make the message long. */
export function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
}
