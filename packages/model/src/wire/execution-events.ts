/** Event streams about executions: the schema of the data of each event, by its name. */
import { DateTime, type Static, Type } from '../schema.ts'
import { EXECUTION_STATUSES } from '../statuses.ts'
import { NoData, TextDelta } from './events.ts'
import { ExecutionItem, LogEntry } from './executions.ts'
import { Job } from './jobs.ts'

/** The changes by one or several events of an execution. */
export const PipelineUpdate = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Number of the newest event; goes into `Last-Event-ID`.' }),
    type: Type.String({ description: 'Type of the newest event.' }),
    at: DateTime,
    status: Type.Enum(EXECUTION_STATUSES),
    progress: Type.Number({ minimum: 0, maximum: 100 }),
    jobs: Type.Array(Job, { description: 'Jobs that changed, without their data.' }),
    logs: Type.Array(LogEntry, {
      description: 'New log entries: of nodes, and of steps that started, failed or wait.',
    }),
    error: Type.Optional(Type.String()),
  },
  { $id: 'PipelineUpdate' },
)
export type PipelineUpdate = Static<typeof PipelineUpdate>

/** Events of one execution. */
export const PIPELINE_EVENTS = { update: PipelineUpdate, delta: TextDelta, end: NoData } as const

/** Events of the list of executions. */
export const EXECUTION_LIST_EVENTS = { ready: NoData, execution: ExecutionItem, missed: NoData } as const
