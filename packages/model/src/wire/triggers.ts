/** Webhooks. */
import { type Static, Type } from '../schema.ts'

/** The reply to a webhook call; status and outputs only if the call waited for the end. */
export const HookReply = Type.Object({
  execution_id: Type.String(),
  status: Type.Optional(Type.String({ description: 'How it ended.' })),
  outputs: Type.Optional(Type.Object({}, { description: 'Its outputs, by name.' })),
})
export type HookReply = Static<typeof HookReply>

export const HookParams = Type.Object({ path: Type.String({ minLength: 1, maxLength: 201 }) })
