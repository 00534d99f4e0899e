import { type Static, Type } from './schema.ts'

/** A group of node types in the sidebar. */
export const Category = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    icon: Type.String(),
    color: Type.String(),
    description: Type.Optional(Type.String()),
    weight: Type.Integer(),
  },
  { $id: 'Category' },
)
export type Category = Static<typeof Category>

type Row = readonly [name: string, label: string, icon: string, hue: string, description: string]

const ROWS: readonly Row[] = [
  ['triggers', 'Triggers', 'mdi:lightning-bolt', 'cyan', 'What starts a workflow.'],
  ['inputs', 'Inputs', 'mdi:arrow-down-circle', 'emerald', 'Where values come in.'],
  ['outputs', 'Outputs', 'mdi:arrow-up-circle', 'blue', 'Where results go.'],
  ['prompts', 'Prompts', 'mdi:message-text', 'amber', 'Texts for models, with placeholders.'],
  ['models', 'Models', 'mdi:robot', 'indigo', 'Calls of a language model.'],
  ['processing', 'Processing', 'mdi:cog', 'teal', 'Reshaping data and text.'],
  ['logic', 'Logic', 'mdi:source-branch', 'purple', 'Branches, loops, joins and ends.'],
  ['data', 'Data', 'mdi:database', 'orange', 'Reading and writing the outside world.'],
  ['tools', 'Tools', 'mdi:wrench', 'amber', 'Things that agents may call.'],
  ['helpers', 'Helpers', 'mdi:help-circle', 'slate', 'Notes, logs and other aids.'],
  ['vector stores', 'Vector Stores', 'mdi:vector-square', 'emerald', 'Search by meaning.'],
  ['embeddings', 'Embeddings', 'mdi:vector-polygon', 'indigo', 'Texts as vectors.'],
  ['memories', 'Memories', 'mdi:brain', 'blue', 'What a conversation remembers.'],
  ['agents', 'Agents', 'mdi:account-cog', 'teal', 'Models that use tools.'],
  ['ai', 'AI', 'mdi:shimmer', 'purple', 'Ready-made tasks for a model.'],
  ['interrupts', 'Interrupts', 'mdi:hand-back-left', 'red', 'Questions to a person.'],
  ['bundles', 'Bundles', 'mdi:package-variant', 'slate', 'Collections of nodes.'],
]

/** Always present; a custom package may override their looks and add its own. */
export const BUILT_IN_CATEGORIES: readonly Category[] = ROWS.map(([name, label, icon, hue, description], weight) => ({
  name,
  label,
  icon,
  color: `var(--fd-node-${hue})`,
  description,
  weight,
}))
