/** Steps as clients see them: the wire calls a step a job. */
import { Usage } from '../ai/model-call.ts'
import { DateTime, type Static, Type } from '../schema.ts'
import { STEP_STATUSES } from '../statuses.ts'
import { LARGE_PAGE, pageParameters } from './paging.ts'
import { CutValue, RemovedValue, ShownValues } from './values.ts'

export const Job = Type.Object(
  {
    id: Type.String(),
    node_id: Type.String(),
    label: Type.String(),
    status: Type.Enum(STEP_STATUSES),
    execution_count: Type.Integer({
      description:
        'How often the node had run with this job: rounds of loops and calls of tools count, attempts do not.',
    }),
    attempt: Type.Integer({ description: 'Attempts of this job so far.' }),
    iteration: Type.Optional(Type.String({ description: 'Which round of which loops; absent outside of loops.' })),
    started: Type.Optional(DateTime),
    completed: Type.Optional(DateTime),
    execution_time: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
    error_message: Type.Optional(Type.String()),
    error_code: Type.Optional(Type.String()),
    error_details: Type.Optional(
      Type.Object(
        {},
        {
          description:
            'Facts about the cause. For a failed HTTP call `response`: status, headers (credentials masked) and the first 10 kB of the body.',
        },
      ),
    ),
    failed_run: Type.Optional(
      Type.Boolean({ description: 'True if the failure of this job, or of a round in its loop, ended the run.' }),
    ),
    input_data: Type.Optional(ShownValues),
    output_data: Type.Optional(ShownValues),
    settings: Type.Optional(
      Type.Record(Type.Union([Type.Any({ description: 'The value.' }), CutValue, RemovedValue]), {
        description: 'The values of the settings that are expressions, by setting. Secrets are masked.',
      }),
    ),
    child_id: Type.Optional(Type.String({ description: 'The execution that this step waits for.' })),
    waits: Type.Optional(
      Type.Array(Type.Object({ from: DateTime, to: Type.Optional(DateTime) }), {
        description: 'When it waited for a timer, a retry, a child or a person; the first 50. An open wait has no end.',
      }),
    ),
    until: Type.Optional(DateTime),
    usage: Type.Optional(Usage),
    tool_of: Type.Optional(Type.String({ description: 'The job of the agent that called this tool.' })),
    interrupt_id: Type.Optional(Type.String({ description: 'The question to a person that this step waits for.' })),
  },
  { $id: 'Job' },
)
export type Job = Static<typeof Job>

export const NodeStatusRecord = Type.Object(
  {
    status: Type.Enum(STEP_STATUSES),
    last_executed: Type.Optional(DateTime),
    execution_time: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    executions: Type.Integer({ description: 'How often the node ran.' }),
    status_counts: Type.Record(Type.Integer()),
  },
  { $id: 'NodeStatus' },
)
export type NodeStatusRecord = Static<typeof NodeStatusRecord>

const Count = Type.Integer({ minimum: 0 })
export const JobStatusSummary = Type.Object(
  {
    total: Count,
    pending: Count,
    running: Count,
    completed: Count,
    failed: Count,
    cancelled: Count,
    skipped: Count,
    paused: Count,
    interrupted: Count,
  },
  { $id: 'JobStatusSummary' },
)
export type JobStatusSummary = Static<typeof JobStatusSummary>

export const KanbanConfig = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1 }),
        label: Type.String(),
        statuses: Type.Array(Type.Enum(STEP_STATUSES), { minItems: 1 }),
        icon: Type.Optional(Type.String()),
        color: Type.Optional(Type.String()),
      }),
    ),
  },
  { $id: 'KanbanConfig' },
)
export type KanbanConfig = Static<typeof KanbanConfig>

export const JobListQuery = Type.Object({
  node_id: Type.Optional(Type.String({ maxLength: 500, description: 'Jobs of one node only.' })),
  ...pageParameters(LARGE_PAGE),
})
