/** Versions, tags and imports of workflows. The workflow itself is in `workflow/workflow.ts`. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { LARGE_PAGE, pageParameters } from './paging.ts'
import { newProjectParameter, projectParameter } from './projects.ts'

/** A save of a workflow. */
export const WorkflowVersion = Type.Object(
  {
    revision: Type.Integer(),
    versionId: Type.String(),
    savedAt: DateTime,
    savedBy: Type.String(),
  },
  { $id: 'WorkflowVersion' },
)
export type WorkflowVersion = Static<typeof WorkflowVersion>

export const WorkflowTag = Type.Object(
  { tag: Type.String(), count: Type.Integer({ minimum: 1, description: 'Workflows that have it.' }) },
  { $id: 'WorkflowTag' },
)
export type WorkflowTag = Static<typeof WorkflowTag>

/** A workflow, or `{workflow}` holding one as JSON or YAML text. */
export const WorkflowImport = Type.Object(
  { workflow: Type.Optional(Type.Union([Type.String(), Type.Object({})])) },
  {
    additionalProperties: true,
    description: 'A workflow; or {workflow} with the workflow inside, as JSON or YAML text or as an object.',
  },
)
export type WorkflowImport = Static<typeof WorkflowImport>

const IdOrName = Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name of the workflow.' })

export const WorkflowParams = Type.Object({ id: IdOrName })

/** Restricts a list to one workflow. */
export const WORKFLOW_FILTER = { workflow_id: Type.Optional(IdOrName) }

/** Identifies a version by its revision or its versionId. */
const VersionKey = (description: string) => Type.String({ pattern: `^[1-9][0-9]{0,14}$|${Uuid.pattern}`, description })

export const VersionParams = Type.Object({
  id: IdOrName,
  revision: VersionKey('The revision (number of the save) or the versionId.'),
})

export const VersionDiffQuery = Type.Object({
  from: VersionKey('Revision or versionId to start from.'),
  to: Type.Optional(VersionKey('Revision or versionId to compare with; the newest by default.')),
})

const TYPE_FORMS = ['copied', 'referenced'] as const

/** Part of the query of every operation that replies with a workflow. */
export const TYPES = {
  types: Type.Enum(TYPE_FORMS, {
    default: 'copied',
    description:
      'copied: nodes carry a copy of their type. referenced: only its id, for clients that have the catalogue.',
  }),
}

export const TypesQuery = Type.Object(TYPES)

export const ImportQuery = Type.Object({ ...TYPES, ...newProjectParameter })
export const ValidateQuery = Type.Object(newProjectParameter)

export const CreateQuery = Type.Object({
  ...TYPES,
  ...newProjectParameter,
  secrets_from: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Id or machine name of a workflow: nodes with its ids and placeholders keep its stored secrets.',
    }),
  ),
})

/** The maximum number of nodes with copies of types in an exported file: a larger file could not be imported again. */
export const MAX_COPIED_TYPES = 2000

export const WorkflowExportQuery = Type.Object({
  format: Type.Enum(['json', 'yaml'], { default: 'json' }),
  types: Type.Optional(
    Type.Enum(TYPE_FORMS, {
      description: `Whether nodes carry a copy of their type; unless given, up to ${MAX_COPIED_TYPES} nodes do.`,
    }),
  ),
})

export const TagListQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Matches anywhere in the tag.' })),
  ...pageParameters(LARGE_PAGE),
  ...projectParameter,
})

export const WorkflowListQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Matches anywhere in name or description.' })),
  tags: Type.Optional(
    Type.String({ maxLength: 2000, description: 'Comma-separated; a workflow with any of them matches.' }),
  ),
  ...pageParameters(),
  ...projectParameter,
  sort: Type.Enum(['created_at', 'updated_at', 'name'], { default: 'updated_at' }),
  order: Type.Enum(['asc', 'desc'], { default: 'desc' }),
  types: Type.Enum(TYPE_FORMS, {
    default: 'referenced',
    description: 'copied: nodes carry a copy of their type, which makes a page several times larger.',
  }),
})

export const PublishWorkflow = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 1, description: 'The version to publish; the newest by default.' })),
})
