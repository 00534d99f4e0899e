/** The catalogue beside its node types and categories: ports, and what fields suggest. */
import { type Static, Type } from '../schema.ts'

/** The data types of ports, and which may be connected to which. */
export const PortConfig = Type.Object(
  {
    version: Type.String(),
    defaultDataType: Type.String(),
    dataTypes: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        description: Type.String(),
        color: Type.String(),
        category: Type.String(),
        aliases: Type.Optional(Type.Array(Type.String())),
        enabled: Type.Boolean(),
      }),
    ),
    compatibilityRules: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), description: Type.String() })),
  },
  { $id: 'PortConfig' },
)
export type PortConfig = Static<typeof PortConfig>

/** One entry of an autocomplete list. The lists are bare arrays: editors read nothing else. */
export const Suggestion = Type.Object({ label: Type.String(), value: Type.String() }, { $id: 'Suggestion' })
export type Suggestion = Static<typeof Suggestion>
