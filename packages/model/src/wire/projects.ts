/** Projects: what belongs together, and who has access to it. */
import { DateTime, type Static, Type } from '../schema.ts'
import { ROLES } from './identity.ts'
import { pageParameters } from './paging.ts'

/** A member is a person, or everyone in a group of the identity provider. */
export const MEMBER_KINDS = ['person', 'group'] as const
export type MemberKind = (typeof MEMBER_KINDS)[number]

const ProjectName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

export const ProjectId = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^[a-z0-9][a-z0-9-]*$',
  description: 'Lower-case letters, digits and hyphens.',
})

export const ProjectRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Type.Nullable({ ...DateTime, description: 'Null for the default project.' }),
    role: Type.Nullable(Type.Enum(ROLES, { description: 'The role of the caller in it.' })),
    workflows: Type.Integer({ minimum: 0 }),
    credentials: Type.Integer({ minimum: 0 }),
    members: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Project' },
)
export type ProjectRecord = Static<typeof ProjectRecord>

export const NewProject = Type.Object(
  { name: ProjectName, id: Type.Optional({ ...ProjectId, description: 'By default made from the name.' }) },
  { additionalProperties: false },
)
export type NewProject = Static<typeof NewProject>

export const ProjectChange = Type.Object({ name: ProjectName }, { additionalProperties: false })
export type ProjectChange = Static<typeof ProjectChange>

export const ProjectParams = Type.Object({ id: ProjectId })

const Subject = Type.String({
  minLength: 1,
  maxLength: 254,
  description: 'The id or e-mail address of a person, or the name of a group.',
})

export const MemberRecord = Type.Object(
  {
    kind: Type.Enum(MEMBER_KINDS),
    subject: Type.String({ description: 'The id of a person, or the name of a group.' }),
    role: Type.Enum(ROLES),
    name: Type.Nullable(Type.String({ description: 'Null for a group.' })),
    email: Type.Nullable(Type.String()),
    addedAt: DateTime,
  },
  { $id: 'ProjectMember' },
)
export type MemberRecord = Static<typeof MemberRecord>

export const NewMember = Type.Object(
  { kind: Type.Enum(MEMBER_KINDS), subject: Subject, role: Type.Enum(ROLES) },
  { additionalProperties: false },
)
export type NewMember = Static<typeof NewMember>

export const MemberParams = Type.Object({ id: ProjectId, kind: Type.Enum(MEMBER_KINDS), subject: Subject })

export const WorkflowMove = Type.Object({ project: ProjectId }, { additionalProperties: false })
export const MovedWorkflow = Type.Object({ id: Type.String(), project: Type.String() }, { $id: 'MovedWorkflow' })

/** The query parameter that names a project. */
export const projectParameter = {
  project: Type.Optional({ ...ProjectId, description: 'The project; by default all that the caller may see.' }),
}

/** The query parameter for what is created. */
export const newProjectParameter = {
  project: Type.Optional({
    ...ProjectId,
    description: 'The project that it belongs to; by default the only one of the caller, or the default project.',
  }),
}

export const ProjectListQuery = Type.Object(pageParameters())
