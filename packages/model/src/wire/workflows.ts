/** Versions, tags and imports of workflows. The workflow itself is in `workflow/workflow.ts`. */
import { DateTime, type Static, Type } from '../schema.ts'

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
  { description: 'A workflow; or {workflow} with the workflow inside, as JSON or YAML text or as an object.' },
)
export type WorkflowImport = Static<typeof WorkflowImport>
