/** Data of events that several streams have. */
import { type Static, Type } from '../schema.ts'

/** The data of an event that has only a name. */
export const NoData = Type.Object({}, { additionalProperties: false, $id: 'NoData' })
export type NoData = Static<typeof NoData>

/** A piece of a text that a node is still writing. It is sent once; the result contains the whole text. */
export const TextDelta = Type.Object(
  {
    event: Type.Optional(Type.Literal('delta')),
    executionId: Type.String(),
    nodeId: Type.String(),
    job: Type.String({ description: 'Id of the job that writes the text.' }),
    from: Type.Integer({ minimum: 0, description: 'Characters of the text before this piece.' }),
    text: Type.String(),
  },
  { $id: 'TextDelta' },
)
export type TextDelta = Static<typeof TextDelta>
