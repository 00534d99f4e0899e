import { Type } from '../../schema.ts'
import { nodeTypeIdOf, titleOf } from '../../workflow/workflow.ts'
import { blocks, code, rows } from '../answer-text.ts'
import { argumentsOf, type CommandWith } from '../arguments.ts'
import { refuse } from '../edit-problem.ts'
import { portIdsOf } from '../find.ts'
import { nearestTo } from '../nearest.ts'
import { toolOf, type Verb } from '../verb.ts'

const LISTS = ['nodes', 'edges', 'types'] as const

const ARGUMENTS = argumentsOf({ what: Type.Enum(LISTS) })

/** Lists nodes, edges or node types. */
export type ListCommand = CommandWith<'list', typeof ARGUMENTS>

export const list: Verb<ListCommand> = {
  kind: 'ask',
  forms: [
    {
      form: 'list nodes',
      effect: 'All nodes: id, type, label.',
      example: 'list nodes',
      tool: toolOf('list', ARGUMENTS),
    },
    { form: 'list edges', effect: 'All connections.', example: 'list edges' },
    { form: 'list types', effect: 'All node types of the catalogue.', example: 'list types' },
  ],

  read(reader) {
    const given = reader.word('"nodes", "edges" or "types"').toLowerCase()
    reader.end()
    const what = LISTS.find((one) => one === given)
    return what === undefined
      ? refuse('PARSE_ERROR', `there is no list of "${given}"`, nearestTo(given, LISTS))
      : { verb: 'list', what }
  },

  write: ({ what }) => `list ${what}`,

  answer(graph, { what }, catalogue) {
    if (what === 'nodes') {
      if (graph.nodes.length === 0) return 'There are no nodes.'
      return rows(
        graph.nodes.map((node) => {
          const title = titleOf(node)
          const called = title === '' || title === node.id ? '' : `, ${code(title)}`
          return `${code(node.id)}: ${code(nodeTypeIdOf(node))}${called}`
        }),
      )
    }
    if (what === 'edges') {
      if (graph.edges.length === 0) return 'There are no connections.'
      return rows(
        graph.edges.map((edge) => {
          const ports = portIdsOf(edge)
          return `${code(`${edge.source}:${ports.source}`)} to ${code(`${edge.target}:${ports.target}`)}`
        }),
      )
    }
    const types = [...catalogue.types.values()]
    const groups = catalogue.categories.map(({ name, label }) => {
      const members = types.filter((type) => type.category === name)
      return (
        members.length > 0 && `${label}:\n${rows(members.map((type) => `${code(type.node_type_id)}: ${type.name}`))}`
      )
    })
    return blocks(...groups) || 'The catalogue is empty.'
  },
}
