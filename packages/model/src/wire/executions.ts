/** Executions as clients see them. The wire calls an execution a pipeline and a step a job. */
import { Usage } from '../ai/model-call.ts'
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import { EXECUTION_STATUSES, EXECUTION_TRIGGERS, STARTER_KINDS } from '../statuses.ts'
import { Job, JobStatusSummary, KanbanConfig, NodeStatusRecord } from './jobs.ts'
import { pageParameters } from './paging.ts'
import { projectParameter } from './projects.ts'
import { ShownValues } from './values.ts'
import { WORKFLOW_FILTER } from './workflows.ts'

const WaitingFor = Type.Object({
  interrupt_id: Uuid,
  type: Type.String(),
  message: Type.String(),
  node_id: Type.String(),
  execution_id: Type.String({ description: 'The execution that asks: this one, or one below it.' }),
})

export const Stuck = Type.Object(
  {
    since: DateTime,
    reason: Type.String({ description: 'The error of the last attempt.' }),
  },
  {
    $id: 'Stuck',
    description:
      'No worker could continue the execution, so the cluster stopped trying. Resume it when the cause is gone.',
  },
)
export type Stuck = Static<typeof Stuck>

const STUCK = { stuck: Type.Optional(Stuck) }

const STARTED = {
  trigger: Type.Optional(Type.Enum(EXECUTION_TRIGGERS, { description: 'What started it.' })),
  started_by: Type.Optional(Type.String({ description: 'The name of the caller.' })),
  started_by_kind: Type.Optional(
    Type.Enum(STARTER_KINDS, {
      description:
        'Who started it: a caller with an API token, a browser session or a JWT, a service without authentication ' +
        '(`local`), a trigger of the workflow, or another execution.',
    }),
  ),
  started_by_id: Type.Optional(
    Type.String({ description: 'Id of the token or person, of the trigger node, or of the calling execution.' }),
  ),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The saved revision that ran; absent if a document was sent to run.' }),
  ),
}

export const PipelineDetail = Type.Object(
  {
    id: Uuid,
    workflow_id: Type.String(),
    status: Type.Enum(EXECUTION_STATUSES),
    created: DateTime,
    updated: DateTime,
    completed: Type.Optional(DateTime),
    ...STARTED,
    is_paused: Type.Boolean(),
    values_removed: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When its values, messages and answers were removed, because its workflow does not keep them.',
      }),
    ),
    ...STUCK,
    jobs: Type.Array(Job, {
      description: 'All jobs, up to 1,000. Of more, the most relevant: under way, failed, then the newest.',
    }),
    jobs_total: Type.Optional(Type.Integer({ minimum: 0, description: 'Only where `jobs` is not complete.' })),
    has_more_jobs: Type.Optional(
      Type.Boolean({ description: '`jobs` is not complete: the rest is at `/pipelines/{id}/jobs`.' }),
    ),
    node_statuses: Type.Record(NodeStatusRecord),
    branches_taken: Type.Optional(
      Type.Record(Type.Array(Type.String()), {
        description: 'The branches that gateways took, by node id; in a loop those of all rounds.',
      }),
    ),
    job_status_summary: JobStatusSummary,
    kanban_config: Type.Optional(KanbanConfig),
    inputs: ShownValues,
    outputs: ShownValues,
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
    ...STUCK,
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
    ...STARTED,
    ...STUCK,
    error: Type.Optional(Type.String({ description: 'Why it failed, cut to 500 characters.' })),
  },
  { $id: 'ExecutionItem' },
)
export type ExecutionItem = Static<typeof ExecutionItem>

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const

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

/** The same execution in the form that pages of the public editor read. */
export const ListedPipeline = Type.Object(
  {
    id: Uuid,
    name: Type.String({ description: 'The name of the workflow.' }),
    description: Type.String(),
    status: Type.Enum(EXECUTION_STATUSES),
    createdAt: DateTime,
    lastExecuted: DateTime,
    executionCount: Type.Integer({
      description: '0 while it waits to be started, else 1: a pipeline is executed once.',
    }),
  },
  { $id: 'ListedPipeline' },
)
export type ListedPipeline = Static<typeof ListedPipeline>

/** The public editor reads `pipelines`, other clients `data`. */
export const PipelineList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(ExecutionItem),
    message: Type.String(),
    pipelines: Type.Array(ListedPipeline, { description: 'The entries of `data` in the form of the public editor.' }),
  },
  { $id: 'PipelineList' },
)
export type PipelineList = Static<typeof PipelineList>

export const ExecutionParams = Type.Object({ id: Uuid })

const STATUS = { status: Type.Optional(Type.Enum(EXECUTION_STATUSES)) }

const MAX_SEARCH = 200

export const ExecutionListQuery = Type.Object({
  ...WORKFLOW_FILTER,
  ...projectParameter,
  ...STATUS,
  trigger: Type.Optional(Type.Enum(EXECUTION_TRIGGERS)),
  started_by: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_SEARCH, description: 'Part of the name of the caller, in any case.' }),
  ),
  started_by_kind: Type.Optional(Type.Enum(STARTER_KINDS)),
  started_by_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_SEARCH, description: 'The whole id of the starter.' }),
  ),
  revision: Type.Optional(Type.Integer({ minimum: 1, description: 'The revision that ran.' })),
  error: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_SEARCH, description: 'Part of the error, in any case.' }),
  ),
  from: Type.Optional({ ...DateTime, description: 'Created at or after this time.' }),
  to: Type.Optional({ ...DateTime, description: 'Created before this time.' }),
  ...pageParameters(),
})
export type ExecutionListQuery = Static<typeof ExecutionListQuery>

export const PipelineListQuery = Type.Object({ ...STATUS, ...pageParameters() })

export const LogQuery = Type.Object({
  level: Type.Optional(Type.Enum(LOG_LEVELS)),
  node_id: Type.Optional(Type.String({ maxLength: 500 })),
})
export type LogQuery = Static<typeof LogQuery>

export const ValueParams = Type.Object({
  id: Uuid,
  job: Type.String({ description: 'Id of the job; any word for a value of the execution itself.' }),
  port: Type.String(),
})

export const ValueQuery = Type.Object({
  of: Type.Enum(['output', 'input', 'setting', 'execution', 'launch'], {
    default: 'output',
    description:
      'An output, input or resolved setting of the job, an output of the execution, or what it was launched with.',
  }),
})

/** The whole value of a port: any JSON. */
export const PortValue = Type.Any()
