/** Webhooks. */
import { DateTime, type Static, Type } from '../schema.ts'
import { WEBHOOK_AUTHS } from '../webhook-auth.ts'

/** The reply to a webhook call; status and outputs only if the call waited for the end. */
export const HookReply = Type.Object({
  execution_id: Type.String(),
  status: Type.Optional(Type.String({ description: 'How it ended.' })),
  outputs: Type.Optional(Type.Object({}, { description: 'Its outputs, by name.' })),
})
export type HookReply = Static<typeof HookReply>

export const HookParams = Type.Object({ path: Type.String({ minLength: 1, maxLength: 201 }) })

/** The settings of a webhook node that an editor listens for; the node need not be saved. */
export const ListenForCall = Type.Object(
  {
    workflow_id: Type.Optional(
      Type.String({ maxLength: 200, description: 'The stored workflow, for a secret that was not changed.' }),
    ),
    node_id: Type.String({ maxLength: 500 }),
    path: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9/_-]*$', maxLength: 200 }),
    method: Type.Enum(['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'ANY']),
    auth: Type.Enum(WEBHOOK_AUTHS),
    credential: Type.Optional(
      Type.String({ maxLength: 64, description: 'The credential with the secret, instead of `secret`.' }),
    ),
    secret: Type.Optional(Type.String({ maxLength: 10_000, format: 'hidden' })),
  },
  { $id: 'ListenForCall' },
)
export type ListenForCall = Static<typeof ListenForCall>

export const CapturedCall = Type.Object(
  {
    body: Type.Any(),
    headers: Type.Record(Type.String(), { description: 'Without credentials.' }),
    query: Type.Object({}),
    method: Type.String(),
  },
  { $id: 'CapturedCall', description: 'The outputs that the webhook node would have for this call.' },
)
export type CapturedCall = Static<typeof CapturedCall>

/** `call` is absent if none came in time. */
export const ListenResult = Type.Object({ call: Type.Optional(CapturedCall) }, { $id: 'ListenResult' })
export type ListenResult = Static<typeof ListenResult>

export const TestCallReply = Type.Object({ captured: Type.Literal(true) })

export const NextTimesQuery = Type.Object({
  cron: Type.String({ minLength: 1, maxLength: 120 }),
  timezone: Type.String({ default: 'UTC', minLength: 1, maxLength: 64 }),
})

export const NextTimes = Type.Object(
  {
    times: Type.Array(DateTime, { maxItems: 5 }),
    problem: Type.Optional(Type.String({ description: 'Why the schedule is not valid; there are no times then.' })),
  },
  { $id: 'NextTimes' },
)
export type NextTimes = Static<typeof NextTimes>
