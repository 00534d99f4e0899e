import { type Static, Type } from '../schema.ts'

/** The input that closes a loop: cycles are only allowed through it. */
export const LOOP_BACK = 'loop_back'

/** A port in API replies (`NodePort`). */
export const NodePort = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.Enum(['input', 'output', 'metadata']),
    dataType: Type.String({ description: 'Data type id; decides colour and compatibility.' }),
    carries: Type.Optional(
      Type.String({
        description: 'Data type of the value that the output of a branch delivers to data ports, besides the trigger.',
      }),
    ),
    required: Type.Optional(Type.Boolean()),
    description: Type.Optional(Type.String()),
    defaultValue: Type.Optional(Type.Any()),
    schema: Type.Optional(Type.Object({}, { description: 'JSON Schema of the data on the port.' })),
    exposedByDefault: Type.Optional(Type.Boolean()),
    displayOrder: Type.Optional(Type.Integer()),
  },
  { $id: 'NodePort' },
)
export type NodePort = Static<typeof NodePort>

/** A port that a user added to one node. */
export const DynamicPort = Type.Object({
  name: Type.String({ minLength: 1, description: 'Port identifier, used in handle ids.' }),
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  dataType: Type.String(),
  required: Type.Optional(Type.Boolean()),
})
export type DynamicPort = Static<typeof DynamicPort>

/** One branch of a gateway. */
export const Branch = Type.Object({
  name: Type.String({ minLength: 1, description: 'Unique in the node; used as handle id.' }),
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  value: Type.Optional(Type.Any({ description: 'Compared with the incoming value.' })),
  condition: Type.Optional(Type.String({ description: 'An expression.' })),
  isDefault: Type.Optional(Type.Boolean()),
})
export type Branch = Static<typeof Branch>
