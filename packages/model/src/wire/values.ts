/** Values of ports in replies. */
import { type Static, Type } from '../schema.ts'

/** Sent in place of a value that is too long for the reply. */
export const CutValue = Type.Object(
  {
    $cut: Type.Literal(true),
    characters: Type.Integer({ minimum: 0, description: 'Length of the value as JSON text.' }),
    preview: Type.String({ description: 'The beginning of the JSON text.' }),
    href: Type.Optional(
      Type.String({ description: 'Path of the whole value. Messages of a playground session have none.' }),
    ),
  },
  { $id: 'CutValue' },
)
export type CutValue = Static<typeof CutValue>

/** Sent in place of a value that was removed, because the workflow does not keep values. */
export const RemovedValue = Type.Object(
  {
    $removed: Type.Literal(true),
    characters: Type.Integer({ minimum: 0, description: 'Length that the value had as JSON text.' }),
  },
  { $id: 'RemovedValue' },
)
export type RemovedValue = Static<typeof RemovedValue>

/** Values by the name of their port. */
export const ShownValues = Type.Record(
  Type.Union([Type.Any({ description: 'The value.' }), CutValue, RemovedValue], {
    description: 'The value; a long one is replaced by a `CutValue`, one that is not kept by a `RemovedValue`.',
  }),
)
