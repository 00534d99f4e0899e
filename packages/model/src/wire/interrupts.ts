/** Questions to people as clients see them. The wire calls a question an interrupt. */
import { QUESTION_TYPES } from '../people/question.ts'
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import { CANCEL_REASONS, INTERRUPT_STATUSES } from '../statuses.ts'
import { NoData } from './events.ts'
import { pageParameters } from './paging.ts'
import { projectParameter } from './projects.ts'
import { WORKFLOW_FILTER } from './workflows.ts'

const InterruptResponse = Type.Object({
  value: Type.Any(),
  user_id: Type.String(),
  user_name: Type.String(),
  time: DateTime,
})

/** Keys without a value are absent, except `response`, which is null. */
export const Interrupt = Type.Object(
  {
    id: Uuid,
    messageId: Type.Optional(Uuid),
    type: Type.Enum(QUESTION_TYPES),
    status: Type.Enum(INTERRUPT_STATUSES),
    nodeId: Type.String(),
    nodeLabel: Type.String(),
    executionId: Type.String(),
    workflowId: Type.String({ description: 'Empty where the workflow was never stored.' }),
    sessionId: Type.Optional(Uuid),
    iteration: Type.Optional(Type.String({ description: 'Which round of which loops; absent outside of loops.' })),
    config: AnyObject,
    allowCancel: Type.Boolean(),
    approvals_needed: Type.Optional(
      Type.Integer({ description: 'How many different people have to say yes; absent where one answer is enough.' }),
    ),
    responses: Type.Array(InterruptResponse, { description: 'Who answered what, in order.' }),
    response: Type.Any({ description: 'What it was resolved with; null until then.' }),
    response_time: Type.Optional(DateTime),
    user_id: Type.Optional(Type.String({ description: 'Who resolved or dismissed it.' })),
    user_name: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.Enum(CANCEL_REASONS, {
        description: 'Of a cancelled one: dismissed by a person, its time was up, or what asked it was stopped.',
      }),
    ),
    createdAt: DateTime,
    expiresAt: Type.Optional(DateTime),
    resolvedAt: Type.Optional(DateTime),
  },
  { $id: 'Interrupt' },
)
export type Interrupt = Static<typeof Interrupt>

export const InterruptAnswer = Type.Object({ value: Type.Any({ description: 'The answer.' }) })
export type InterruptAnswer = Static<typeof InterruptAnswer>

export const InterruptCount = Type.Object(
  { pending: Type.Integer({ minimum: 0, description: 'Open interrupts that wait for the caller.' }) },
  { $id: 'InterruptCount' },
)
export type InterruptCount = Static<typeof InterruptCount>

/** The event stream of the inbox. */
export const INTERRUPT_EVENTS = { count: InterruptCount, interrupt: Interrupt, missed: NoData } as const

export const InterruptParams = Type.Object({ id: Uuid })

/** Interrupts of all workflows. */
export const InterruptListQuery = Type.Object({
  status: Type.Enum(INTERRUPT_STATUSES, { default: 'pending' }),
  type: Type.Optional(Type.Enum(QUESTION_TYPES)),
  ...WORKFLOW_FILTER,
  ...projectParameter,
  session_id: Type.Optional(Uuid),
  execution_id: Type.Optional(Uuid),
  mine: Type.Boolean({ default: true, description: 'Of the pending ones, only what the caller can answer.' }),
  ...pageParameters(),
})

/** Interrupts of one execution or session. */
export const OwnInterruptsQuery = Type.Object({
  status: Type.Optional(Type.Enum(INTERRUPT_STATUSES)),
  ...pageParameters(),
})
