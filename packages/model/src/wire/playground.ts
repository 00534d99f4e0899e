/** Playground sessions, their messages and turns as clients see them. */
import { AnyObject, DateTime, type Static, Type, Uuid } from '../schema.ts'
import {
  EXECUTION_STATUSES,
  MESSAGE_STATUSES,
  SENT_TURN_STATUSES,
  SESSION_STATUSES,
  TURN_STATUSES,
} from '../statuses.ts'
import { TextDelta } from './events.ts'
import { UnsavedWorkflow } from './execution-starts.ts'
import { pageParameters } from './paging.ts'

export const MESSAGE_ROLES = ['user', 'assistant', 'system', 'log'] as const
export type MessageRole = (typeof MESSAGE_ROLES)[number]

/** Who wrote a message. */
export const MESSAGE_ORIGINS = ['user', 'workflow', 'engine', 'interrupt'] as const
export type MessageOrigin = (typeof MESSAGE_ORIGINS)[number]

/** How a message is shown. */
export const MESSAGE_DISPLAYS = ['default', 'log', 'notice'] as const

/** These texts are columns of the databases, and not every database can store a NUL character there. */
const NO_NUL = '^[^\\u0000]*$'

export const MAX_MESSAGE_CHARACTERS = 10_000

export const NewPlaygroundSession = Type.Object({
  name: Type.Optional(
    Type.String({ maxLength: 100, pattern: NO_NUL, description: 'Left out or empty, the service makes one up.' }),
  ),
  metadata: Type.Optional(
    Type.Object({
      executionMode: Type.Optional(
        Type.Enum(['immediate', 'queued'], {
          description:
            'Whether a message runs at once, even when all slots are taken (the default), or waits for a free one.',
        }),
      ),
    }),
  ),
})
export type NewPlaygroundSession = Static<typeof NewPlaygroundSession>

export const RenamedPlaygroundSession = Type.Object({
  name: Type.String({ maxLength: 100, pattern: '^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$', description: 'Not blank.' }),
})

export const NewPlaygroundMessage = Type.Object({
  content: Type.Optional(
    Type.String({
      maxLength: MAX_MESSAGE_CHARACTERS,
      pattern: NO_NUL,
      description: 'What the chat inputs receive. May be left out or empty only where there are inputs.',
    }),
  ),
  inputs: Type.Optional(AnyObject),
  replaces: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'An earlier message of a person, which this one replaces: that message and all later ones stay readable but ' +
        'are no longer passed to the workflow. Without `inputs`, those of the replaced message apply, if the same ' +
        'person sent it.',
    }),
  ),
  workflow: Type.Optional(UnsavedWorkflow),
})
export type NewPlaygroundMessage = Static<typeof NewPlaygroundMessage>

export const PlaygroundSession = Type.Object(
  {
    id: Uuid,
    workflowId: Uuid,
    name: Type.String(),
    status: Type.Enum(SESSION_STATUSES),
    createdAt: DateTime,
    updatedAt: DateTime,
    executions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Also the id of the pipeline.' }),
        startedAt: DateTime,
        status: Type.Enum(TURN_STATUSES),
      }),
      { description: 'Oldest first.' },
    ),
    metadata: AnyObject,
  },
  { $id: 'PlaygroundSession' },
)
export type PlaygroundSession = Static<typeof PlaygroundSession>

export const PlaygroundMessage = Type.Object(
  {
    id: Uuid,
    sessionId: Uuid,
    role: Type.Enum(MESSAGE_ROLES),
    content: Type.String(),
    timestamp: DateTime,
    status: Type.Enum(MESSAGE_STATUSES),
    sequenceNumber: Type.Integer({ minimum: 1, description: 'Without gaps, over all messages of the session.' }),
    parentMessageId: Type.Nullable(Uuid),
    nodeId: Type.Nullable(Type.String()),
    executionId: Type.Optional(Type.String()),
    display: Type.Enum(MESSAGE_DISPLAYS),
    origin: Type.Enum(MESSAGE_ORIGINS),
    metadata: AnyObject,
  },
  { $id: 'PlaygroundMessage' },
)
export type PlaygroundMessage = Static<typeof PlaygroundMessage>

export const PlaygroundMessageStatus = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(MESSAGE_STATUSES),
    sequenceNumber: Type.Integer({ minimum: 1 }),
    timestamp: DateTime,
  },
  { $id: 'PlaygroundMessageStatus' },
)
export type PlaygroundMessageStatus = Static<typeof PlaygroundMessageStatus>

/** The envelope with three more keys for clients that poll. */
export const PlaygroundMessageList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(PlaygroundMessage, { description: 'Ascending by sequenceNumber for every query.' }),
    message: Type.String(),
    hasMore: Type.Boolean({ description: 'Newer ones follow the page.' }),
    hasOlder: Type.Boolean({ description: 'Older ones come before the page.' }),
    sessionStatus: Type.Enum(SESSION_STATUSES),
  },
  { $id: 'PlaygroundMessageList' },
)
export type PlaygroundMessageList = Static<typeof PlaygroundMessageList>

export const PlaygroundTurn = Type.Object(
  {
    sessionId: Uuid,
    userMessageId: Uuid,
    pipelineId: Type.Nullable(Type.String()),
    status: Type.Enum(SENT_TURN_STATUSES),
  },
  { $id: 'PlaygroundTurn' },
)
export type PlaygroundTurn = Static<typeof PlaygroundTurn>

export const PlaygroundRuns = Type.Object(
  {
    workflowVersion: Type.Null(),
    runs: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Also the id of the pipeline.' }),
        status: Type.Enum([...EXECUTION_STATUSES, 'unknown'], { description: '`unknown`: it is kept no more.' }),
        startedAt: DateTime,
        completedAt: Type.Optional(DateTime),
      }),
      { description: 'The newest ones, oldest first.' },
    ),
  },
  { $id: 'PlaygroundRuns' },
)
export type PlaygroundRuns = Static<typeof PlaygroundRuns>

export const PlaygroundSessionStatus = Type.Object(
  { sessionStatus: Type.Enum(SESSION_STATUSES) },
  { $id: 'PlaygroundSessionStatus' },
)
export type PlaygroundSessionStatus = Static<typeof PlaygroundSessionStatus>

/** The event stream of a session. */
export const PLAYGROUND_EVENTS = {
  message: PlaygroundMessage,
  status: PlaygroundSessionStatus,
  delta: TextDelta,
} as const

export const PlaygroundSessionParams = Type.Object({ sessionId: Uuid })
export const PlaygroundMessageParams = Type.Object({ sessionId: Uuid, messageId: Uuid })

export const PlaygroundSessionListQuery = Type.Object(pageParameters({ maximum: 100, default: 20 }))

export const PlaygroundRunListQuery = Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }) })

const SequenceNumber = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const PlaygroundWatchQuery = Type.Object({
  after: Type.Optional(SequenceNumber('The same as `Last-Event-ID`, which wins.')),
})

export const MESSAGE_NUMBER = /^\d{1,16}$/
/** Accepts a space for a plus that was not encoded: clients send the time of a message as they received it. */
export const MESSAGE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+ -]\d\d:?\d\d)?$/

const MESSAGES_PER_PAGE = 100
const MAX_MESSAGES_PER_PAGE = 500

export const PlaygroundMessageListQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      title: 'the number of a message, or a date-time',
      pattern: `${MESSAGE_NUMBER.source}|${MESSAGE_TIME.source}`,
      description:
        'Messages after this sequenceNumber, oldest first. Older clients name a date-time: messages later than that.',
    }),
  ),
  before: Type.Optional(SequenceNumber('The page of messages right before this sequenceNumber.')),
  latest: Type.Boolean({ default: false, description: 'The newest messages.' }),
  limit: Type.Integer({ minimum: 1, maximum: MAX_MESSAGES_PER_PAGE, default: MESSAGES_PER_PAGE }),
})
export type PlaygroundMessageListQuery = Static<typeof PlaygroundMessageListQuery>
