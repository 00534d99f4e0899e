/** Workflows in a list, without their documents. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { STATE_FIELDS } from '../workflow/state-fields.ts'
import { ExecutionItem } from './executions.ts'
import { pageParameters } from './paging.ts'
import { projectParameter } from './projects.ts'

const ThumbnailNode = Type.Object({
  x: Type.Number(),
  y: Type.Number(),
  type: Type.String({ description: 'The id of the node type.' }),
})

/** The first nodes of the graph, without notes, and the edges between them as pairs of their places in the list. */
export const Thumbnail = Type.Object(
  { nodes: Type.Array(ThumbnailNode), edges: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })) },
  { $id: 'WorkflowThumbnail' },
)
export type Thumbnail = Static<typeof Thumbnail>

export const WorkflowSummary = Type.Object(
  {
    id: Uuid,
    machineName: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    revision: Type.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
    ...STATE_FIELDS,
    publish: Type.Enum(['manual', 'automatic'], { description: 'Whether versions are published by hand.' }),
    triggers: Type.Array(Type.Enum(['webhook', 'schedule', 'tool']), {
      description: 'What can start the newest version.',
    }),
    has_secrets: Type.Boolean(),
    node_count: Type.Integer(),
    thumbnail: Thumbnail,
    last_run: Type.Nullable(ExecutionItem),
  },
  { $id: 'WorkflowSummary' },
)
export type WorkflowSummary = Static<typeof WorkflowSummary>

export const SummaryListQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Matches anywhere in name or description.' })),
  tags: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Comma-separated; a workflow with any of them matches.' }),
  ),
  ...pageParameters(),
  ...projectParameter,
  sort: Type.Enum(['created_at', 'updated_at', 'name'], { default: 'updated_at' }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc' }),
})
