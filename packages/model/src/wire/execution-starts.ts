/** Requests that start an execution, and their replies. */
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import { EXECUTION_STATUSES } from '../statuses.ts'
import { LIMITS, WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts'

const MAX_TIMEOUT_SECONDS = 10 * 366 * 24 * 3600

/** Limits of an execution; the operation determines the unit of the timeout. */
function runOptions(maxTimeout: number) {
  return Type.Object({
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTimeout })),
    maxSteps: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Step attempts.' }),
    ),
  })
}

const Inputs = Type.Optional(AnyObject)

const Version = Type.Union([Type.Enum(['latest', 'published']), Type.Integer({ minimum: 1 })], {
  description: 'The version of a stored workflow: the newest (the default), the published one, or a revision.',
})

/** Unknown nodes in `inputs` are reported in the log, not rejected. */
const START_FIELDS = {
  inputs: Inputs,
  options: Type.Optional(runOptions(MAX_TIMEOUT_SECONDS * 1000)),
  version: Type.Optional(Version),
  test: Type.Optional(Type.Boolean({ description: 'Use pinned data instead of running the nodes that have it.' })),
  from: Type.Optional(
    Type.Object({
      node: Type.String({ maxLength: 500, description: 'Run from this node on.' }),
      execution: Uuid,
    }),
  ),
}

export const ExecutionStart = Type.Object(START_FIELDS)
export type ExecutionStart = Static<typeof ExecutionStart>

/** Starts a workflow as an editor has it, saved or not. */
/** A workflow as an editor shows it, saved or not. */
export const UnsavedWorkflow = Type.Object({
  id: Type.Optional(Type.String({ description: 'The stored workflow that placeholders of secrets come from.' })),
  name: Type.Optional(Type.String({ maxLength: LIMITS.nameLength })),
  nodes: Type.Array(WorkflowNode),
  edges: Type.Array(WorkflowEdge),
  config: Type.Optional(AnyObject),
})

export const UnsavedStart = Type.Object({
  ...START_FIELDS,
  workflow_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  workflow: Type.Optional(UnsavedWorkflow),
})
export type UnsavedStart = Static<typeof UnsavedStart>

/** Starts a prepared execution. Its timeout is in seconds. */
export const PipelineStart = Type.Object({ inputs: Inputs, options: Type.Optional(runOptions(MAX_TIMEOUT_SECONDS)) })
export type PipelineStart = Static<typeof PipelineStart>

export const StartedExecution = Type.Object(
  {
    execution_id: Uuid,
    pipelineId: Uuid,
    status: Type.Enum(EXECUTION_STATUSES),
    started_at: DateTime,
    estimated_completion: DateTime,
  },
  { $id: 'StartedExecution' },
)
export type StartedExecution = Static<typeof StartedExecution>

export const StartedPipeline = Type.Object({
  pipeline_id: Uuid,
  status: Type.Enum(EXECUTION_STATUSES),
  message: Type.String(),
})
export type StartedPipeline = Static<typeof StartedPipeline>

export const Rerun = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Run from this node on and take the earlier results over, as after fixing a failed step.',
      }),
    ),
    version: Type.Optional(
      Type.Enum(['original', 'latest'], {
        description: 'The workflow as it ran (the default), or as it is stored now.',
      }),
    ),
  },
  { $id: 'Rerun' },
)
export type Rerun = Static<typeof Rerun>

export const RerunPipeline = Type.Object({ pipeline_id: Uuid, status: Type.Enum(EXECUTION_STATUSES) })
export type RerunPipeline = Static<typeof RerunPipeline>
