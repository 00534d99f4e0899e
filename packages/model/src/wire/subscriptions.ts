/** Subscriptions to events, and the deliveries of events to them. */
import { DateTime, type Static, Type, Uuid } from '../schema.ts'
import { DELIVERY_STATUSES, SUBSCRIPTION_EVENTS, SUBSCRIPTION_KINDS } from '../statuses.ts'
import { pageParameters } from './paging.ts'
import { newProjectParameter } from './projects.ts'

const Name = Type.String({ maxLength: 100, description: 'For people.' })
const Events = Type.Array(Type.Enum(SUBSCRIPTION_EVENTS), { minItems: 1, maxItems: 20, uniqueItems: true })
const Url = Type.String({ minLength: 1, maxLength: 2048, pattern: '^https?://', description: 'Where events are sent.' })
const Address = Type.String({ maxLength: 320, pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$' })
const To = Type.Array(Address, { minItems: 1, maxItems: 20, description: 'Recipients of e-mail.' })

const RECORD = {
  id: Uuid,
  kind: Type.Enum(SUBSCRIPTION_KINDS, {
    description:
      '`webhook` sends signed JSON for programs, `chat` a `text` for Slack and compatible services, `email` a message.',
  }),
  name: Type.String(),
  events: Type.Array(Type.Enum(SUBSCRIPTION_EVENTS)),
  enabled: Type.Boolean(),
  url: Type.Nullable(
    Type.String({ description: 'Without its query; of `chat` only the host, because it is a secret.' }),
  ),
  to: Type.Array(Type.String()),
  from: Type.Nullable(Type.String()),
  credential: Type.Nullable(Type.String({ description: 'The credential of the mail server.' })),
  failingSince: Type.Nullable(DateTime),
  disabledReason: Type.Nullable(Type.String({ description: 'Why the service disabled it; null if it did not.' })),
  createdAt: DateTime,
  updatedAt: DateTime,
  createdBy: Type.String(),
}

/** A subscription without its secrets. */
export const SubscriptionRecord = Type.Object(RECORD, { $id: 'Subscription' })
export type SubscriptionRecord = Static<typeof SubscriptionRecord>

/** A new subscription with the secret that was generated or given. */
export const CreatedSubscription = Type.Object(
  {
    ...RECORD,
    secret: Type.Nullable(
      Type.String({ description: 'Verifies the signatures of a `webhook`. It is returned only here.' }),
    ),
  },
  { $id: 'CreatedSubscription' },
)

const FIELDS = {
  name: Type.Optional(Name),
  enabled: Type.Optional(Type.Boolean()),
  secret: Type.Optional(
    Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$',
      description: 'Of a `webhook`: `whsec_` and the base64 of 24 to 64 bytes. Generated if it is left out.',
    }),
  ),
  to: Type.Optional(To),
  from: Type.Optional(Address),
  credential: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The name of a credential of the type smtp in the default project.',
    }),
  ),
}

/** A subscription as it is created. */
export const NewSubscription = Type.Object(
  {
    kind: Type.Optional(Type.Enum(SUBSCRIPTION_KINDS, { default: 'webhook' })),
    events: Events,
    url: Type.Optional(Url),
    ...FIELDS,
  },
  { additionalProperties: false },
)
export type NewSubscription = Static<typeof NewSubscription>

/** A change of a subscription: fields that are left out stay as they are. */
export const SubscriptionChange = Type.Object(
  { events: Type.Optional(Events), url: Type.Optional(Url), ...FIELDS },
  { additionalProperties: false },
)
export type SubscriptionChange = Static<typeof SubscriptionChange>

const SubscriptionId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Of the subscription, or `error-workflow`.',
})

export const SubscriptionParams = Type.Object({ id: Uuid })
export const DeliveriesParams = Type.Object({ id: SubscriptionId })

/** One event for one subscription. */
export const DeliveryRecord = Type.Object(
  {
    id: Type.String({ description: 'The header `webhook-id`: the same for all attempts.' }),
    event: Type.Enum(SUBSCRIPTION_EVENTS),
    subjectId: Type.String({ description: 'The execution or the question.' }),
    status: Type.Enum(DELIVERY_STATUSES),
    attempts: Type.Integer(),
    createdAt: DateTime,
    nextAttemptAt: Type.Nullable(DateTime),
    endedAt: Type.Nullable(DateTime),
    responseStatus: Type.Nullable(Type.Integer({ description: 'The HTTP status of the last response.' })),
    error: Type.Nullable(Type.String({ description: 'Why the last attempt failed.' })),
  },
  { $id: 'Delivery' },
)
export type DeliveryRecord = Static<typeof DeliveryRecord>

export const DeliveryQuery = Type.Object({
  status: Type.Optional(Type.Enum(DELIVERY_STATUSES)),
  ...pageParameters(),
})

export const DeliveryParams = Type.Object({
  id: SubscriptionId,
  delivery: Type.String({ minLength: 1, maxLength: 100 }),
})

/** The default error workflow. */
export const ErrorWorkflow = Type.Object(
  { workflow: Type.Nullable(Type.String({ description: 'Id of the workflow that runs when another one fails.' })) },
  { $id: 'ErrorWorkflow' },
)
export type ErrorWorkflow = Static<typeof ErrorWorkflow>

export const ErrorWorkflowQuery = Type.Object(newProjectParameter)

export const NewErrorWorkflow = Type.Object(
  {
    workflow: Type.Nullable(
      Type.String({ minLength: 1, maxLength: 200, description: 'Id or machine name; null for none.' }),
    ),
  },
  { additionalProperties: false },
)

/** The result of a test. */
export const DeliveryTest = Type.Object(
  {
    delivered: Type.Boolean(),
    responseStatus: Type.Nullable(Type.Integer()),
    error: Type.Nullable(Type.String()),
  },
  { $id: 'DeliveryTest' },
)
export type DeliveryTest = Static<typeof DeliveryTest>
