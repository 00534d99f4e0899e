/** Executions as clients see them. The wire calls an execution a pipeline and a step a job. */
import { Usage } from '../ai/model-call.ts'
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import { EXECUTION_STATUSES, STEP_STATUSES } from '../statuses.ts'

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const

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
    failed_run: Type.Optional(
      Type.Boolean({ description: 'True if the failure of this job, or of a round in its loop, ended the run.' }),
    ),
    input_data: Type.Optional(AnyObject),
    output_data: Type.Optional(AnyObject),
    child_id: Type.Optional(Type.String({ description: 'The execution that this step waits for.' })),
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

const WaitingFor = Type.Object({
  interrupt_id: Uuid,
  type: Type.String(),
  message: Type.String(),
  node_id: Type.String(),
  execution_id: Type.String({ description: 'The execution that asks: this one, or one below it.' }),
})

export const PipelineDetail = Type.Object(
  {
    id: Uuid,
    workflow_id: Type.String(),
    status: Type.Enum(EXECUTION_STATUSES),
    created: DateTime,
    updated: DateTime,
    completed: Type.Optional(DateTime),
    is_paused: Type.Boolean(),
    jobs: Type.Array(Job, {
      description: 'All jobs, up to 1,000. Of more, the most relevant: under way, failed, then the newest.',
    }),
    jobs_total: Type.Optional(Type.Integer({ minimum: 0, description: 'Only where `jobs` is not complete.' })),
    has_more_jobs: Type.Optional(
      Type.Boolean({ description: '`jobs` is not complete: the rest is at `/pipelines/{id}/jobs`.' }),
    ),
    node_statuses: Type.Record(NodeStatusRecord),
    job_status_summary: JobStatusSummary,
    kanban_config: Type.Optional(KanbanConfig),
    inputs: AnyObject,
    outputs: AnyObject,
    usage: Type.Optional(Usage),
    waiting_for: Type.Optional(
      Type.Array(WaitingFor, {
        description:
          'Questions to people that it waits for, its own and those of what it calls, oldest first; at most 100.',
      }),
    ),
    error: Type.Optional(Type.String()),
    error_code: Type.Optional(Type.String()),
  },
  { $id: 'PipelineDetail' },
)
export type PipelineDetail = Static<typeof PipelineDetail>

export const PipelineStatus = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(EXECUTION_STATUSES),
    progress: Type.Number({ minimum: 0, maximum: 100 }),
    updated: DateTime,
  },
  { $id: 'PipelineStatus' },
)
export type PipelineStatus = Static<typeof PipelineStatus>

export const ExecutionItem = Type.Object(
  {
    id: Uuid,
    workflow_id: Type.String(),
    status: Type.Enum(EXECUTION_STATUSES),
    created: DateTime,
    updated: DateTime,
  },
  { $id: 'ExecutionItem' },
)
export type ExecutionItem = Static<typeof ExecutionItem>

export const LogEntry = Type.Object(
  {
    timestamp: DateTime,
    level: Type.Enum(LOG_LEVELS),
    message: Type.String(),
    node_id: Type.Optional(Type.String()),
    context: Type.Optional(AnyObject),
  },
  { $id: 'LogEntry' },
)
export type LogEntry = Static<typeof LogEntry>
