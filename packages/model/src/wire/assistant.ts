/** Which model answers for the assistant. */
import { type Static, Type } from '../schema.ts'

/** default: the start options decide. model: the model of a connection. rules: no model. */
export const ASSISTANT_MODES = ['default', 'model', 'rules'] as const

const Connection = Type.String({ minLength: 1, maxLength: 200, description: 'Id or name of a connection.' })
const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Without it, a common one of the provider.',
})

/** The settings as an admin writes them. */
export const NewAssistantSettings = Type.Object(
  {
    mode: Type.Enum(ASSISTANT_MODES),
    connection: Type.Optional(Type.Nullable(Connection)),
    model: Type.Optional(Type.Nullable(ModelName)),
  },
  { additionalProperties: false },
)
export type NewAssistantSettings = Static<typeof NewAssistantSettings>

export const AssistantSettings = Type.Object(
  {
    mode: Type.Enum(ASSISTANT_MODES, {
      description: '`default`: the start options decide. `model`: the model of the connection. `rules`: no model.',
    }),
    connection: Type.Nullable(Type.String({ description: 'Id of the connection; null unless the mode is `model`.' })),
    model: Type.Nullable(Type.String()),
    effective: Type.Object(
      {
        source: Type.Enum(['model', 'rules']),
        provider: Type.Nullable(Type.String()),
        connection: Type.Nullable(Type.String({ description: 'Name of the connection.' })),
        model: Type.Nullable(Type.String()),
      },
      { description: 'What answers now.' },
    ),
  },
  { $id: 'AssistantSettings' },
)
export type AssistantSettings = Static<typeof AssistantSettings>
