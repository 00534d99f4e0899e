/** Drafts: unsaved work of the caller on a workflow. */
import { DateTime, type Static, Type } from '../schema.ts'
import { CheckedWorkflow } from '../workflow/workflow.ts'
import { TYPES } from './workflows.ts'

const BaseRevision = Type.Integer({ minimum: 1, description: 'The revision of the workflow that the draft changes.' })

const HEAD = {
  base_revision: BaseRevision,
  revision: Type.Integer({ minimum: 1, description: 'Grows with every write of the draft.' }),
  updated_at: DateTime,
}

export const DraftHead = Type.Object(HEAD, { $id: 'DraftHead' })
export type DraftHead = Static<typeof DraftHead>

export const WorkflowDraft = Type.Object({ workflow: CheckedWorkflow, ...HEAD }, { $id: 'WorkflowDraft' })
export type WorkflowDraft = Static<typeof WorkflowDraft>

/** Null if the caller has no draft and asked for that. */
export const FoundDraft = Type.Nullable(WorkflowDraft)

/** Pages read the draft of every workflow that they open; a browser reports each 404 as an error. */
export const GetDraftQuery = Type.Object({
  ...TYPES,
  missing: Type.Optional(
    Type.Enum(['null'], { description: 'Reply with `null` instead of 404 if the caller has no draft.' }),
  ),
})

export const DraftSave = Type.Object({
  workflow: CheckedWorkflow,
  base_revision: BaseRevision,
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The revision of the draft that the caller saw; absent if it saw none.' }),
  ),
})
export type DraftSave = Static<typeof DraftSave>

export const DeleteDraftQuery = Type.Object({
  revision: Type.Optional(Type.Integer({ minimum: 1, description: 'Delete only this revision of the draft.' })),
})
