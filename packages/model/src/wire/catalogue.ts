/** The catalogue besides its node types and categories: ports, and suggestions for fields. */
import { type Static, Type } from '../schema.ts'
import { LARGE_PAGE, pageParameters } from './paging.ts'
import { projectParameter } from './projects.ts'

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

/** One entry of an autocomplete list. The lists are bare arrays, which editors require. */
export const Suggestion = Type.Object({ label: Type.String(), value: Type.String() }, { $id: 'Suggestion' })
export type Suggestion = Static<typeof Suggestion>

const TYPED = Type.String({ maxLength: 100, default: '', description: 'What has been typed so far.' })
const MOST_SUGGESTIONS = Type.Integer({ minimum: 1, maximum: 100, default: 20 })

export const SuggestionQuery = Type.Object({ q: TYPED, limit: MOST_SUGGESTIONS, ...projectParameter })

export const ModelSuggestionQuery = Type.Object({
  q: TYPED,
  provider: Type.String({ maxLength: 100, default: '', description: 'Only models of this provider.' }),
  connection: Type.String({
    maxLength: 200,
    default: '',
    description:
      'Id or name of a connection, or of a credential of the project: the models that its provider lists. Replaces the provider.',
  }),
  limit: MOST_SUGGESTIONS,
  ...projectParameter,
})

export const NodeTypeParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200, description: 'The node_type_id.' }),
})

export const NodeTypeListQuery = Type.Object({
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this category.' })),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Found in name, description or a tag.' })),
  ...pageParameters(LARGE_PAGE),
})

/** The state of the node types after a reload. */
export const CatalogueState = Type.Object(
  {
    version: Type.Integer({ description: 'Grows with each reload.' }),
    problems: Type.Array(Type.Object({ file: Type.String(), message: Type.String() }), {
      description: 'Invalid files; their last valid version is used, if there is one since the start.',
    }),
  },
  { $id: 'CatalogueState' },
)
export type CatalogueState = Static<typeof CatalogueState>

/** Events of the catalogue. */
export const CATALOGUE_EVENTS = { catalogue: CatalogueState } as const
