import type { NodeType } from '../../node-type.ts'
import { Type } from '../../schema.ts'
import { code, rows } from '../answer-text.ts'
import { argumentsOf, type CommandWith } from '../arguments.ts'
import { refuse } from '../edit-problem.ts'
import { restText } from '../identifiers.ts'
import { nearestTo } from '../nearest.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({ text: Type.String({ minLength: 1, maxLength: 500 }) })

/** Finds node types by words. */
export type SearchCommand = CommandWith<'search', typeof ARGUMENTS>

const MOST = 20

export const search: Verb<SearchCommand> = {
  kind: 'ask',
  forms: [
    {
      form: 'search <text…>',
      effect: 'Node types that have to do with these words.',
      example: 'search email',
      tool: toolOf('search', ARGUMENTS),
    },
  ],

  read(reader) {
    const text = reader.rest()
    return text === '' ? refuse('EMPTY_QUERY', 'nothing to search for') : { verb: 'search', text }
  },

  write: ({ text }) => line('search', restText(text)),

  answer(_graph, { text }, { types }) {
    const found = typesAbout(text, [...types.values()])
    if (found.length > 0) {
      return rows(
        found.map((type) => `${code(type.node_type_id)}, ${type.name}: ${type.description}`),
        MOST,
      )
    }
    const nearest = nearestTo(text, types.keys())
    return `No node type matches ${code(text)}.${nearest === undefined ? '' : ` Did you mean ${code(nearest)}?`}`
  },
}

/** Types that contain every word, best first: in the id or name, then in the tags, then anywhere. */
export function typesAbout(text: string, types: readonly NodeType[]): NodeType[] {
  const words = text
    .toLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '')
    .slice(0, 10)
  if (words.length === 0) refuse('EMPTY_QUERY', 'nothing to search for')
  return types
    .map((type) => ({ type, score: words.reduce((sum, word) => sum * scoreOf(word, type), 1) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ type }) => type)
}

function scoreOf(word: string, { node_type_id, name, tags, category, description }: NodeType): number {
  if (node_type_id.toLowerCase().includes(word) || name.toLowerCase().includes(word)) return 4
  if (tags.some((tag) => tag.toLowerCase().includes(word)) || category.toLowerCase().includes(word)) return 2
  return description.toLowerCase().includes(word) ? 1 : 0
}
