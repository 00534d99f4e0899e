/** The bodies around the data of a reply. */
import { type Schema, Type } from '../schema.ts'

const Message = Type.String()
const Texts = Type.Array(Type.String())

/** `{success, data, message}`; `warnings` only in the replies to saves. */
export function envelopeSchema(data: Schema, { hasWarnings = false } = {}): Schema {
  return Type.Object({
    success: Type.Literal(true),
    data,
    message: Message,
    ...(hasWarnings ? { warnings: Texts } : {}),
  })
}

/** A success without data. */
export const DoneReply = Type.Object({ success: Type.Literal(true), message: Message })

/** The keys of a failed check, beside those of every error reply. */
export const FailedCheck = Type.Object({
  valid: Type.Literal(false),
  errors: Type.Array(Type.String(), { minItems: 1 }),
  warnings: Texts,
})
