import { Type } from '../../schema.ts'
import { argumentsOf, type CommandWith, NodeArguments, NodeId } from '../arguments.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed, typeNamed } from '../find.ts'
import { placeOf } from '../free-place.ts'
import { GROUP_TYPE, groupBoxAround, isGroup } from '../groups.ts'
import { restText, wordText } from '../identifiers.ts'
import { newNode, nextId } from '../new-node.ts'
import { sizeOf } from '../node-size.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({
  nodes: Type.Array(NodeId, { minItems: 1 }),
  title: Type.Optional(Type.String({ minLength: 1, description: 'Title of the group.' })),
})

/** Draws a group around nodes. */
export type GroupCommand = CommandWith<'group', typeof ARGUMENTS>

export const group: Verb<GroupCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'group <node> [<node>…] [as <title…>]',
      effect: 'Draws a group around the nodes. The group is a node of type `group`; it never runs.',
      example: 'group text_input.1 chat_model.1 as Write the draft',
      tool: toolOf('group', ARGUMENTS),
    },
  ],

  read(reader) {
    const nodes = [reader.word('a node id')]
    while (!reader.isDone) {
      if (!reader.skip('as')) nodes.push(reader.word('a node id'))
      else {
        const title = reader.rest()
        return title === '' ? refuse('PARSE_ERROR', 'a title is missing') : { verb: 'group', nodes, title }
      }
    }
    return { verb: 'group', nodes }
  },

  write({ nodes, title }, dialect) {
    // The public editor has no such command, and an id "as" would start the title.
    if (dialect !== 'millrace' || nodes.slice(1).some((id) => id.toLowerCase() === 'as')) return undefined
    return line(
      'group',
      ...nodes.map((id) => wordText(id, true)),
      ...(title === undefined ? [] : ['as', restText(title)]),
    )
  },

  edit(graph, { nodes, title }, catalogue) {
    const type = typeNamed(catalogue, GROUP_TYPE)
    const members = nodes.map((id) => nodeNamed(graph, id))
    const box = groupBoxAround(members.map((node) => ({ ...placeOf(node), ...sizeOf(node, catalogue) })))
    if (box === undefined) return refuse('PARSE_ERROR', 'a node id is missing')
    const id = nextId(
      type.node_type_id,
      graph.nodes.map((node) => node.id),
    )
    const { x, y, width, height } = box
    const added = { ...newNode(type, { id, label: title ?? type.name, at: { x, y } }), width, height }
    // Other editors draw nodes in the order of the document: a group before its nodes is behind them.
    return { graph: { ...graph, nodes: [added, ...graph.nodes] }, nodes: [id] }
  },
}

/** Removes a group and keeps its nodes. */
export type UngroupCommand = CommandWith<'ungroup', typeof NodeArguments>

export const ungroup: Verb<UngroupCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'ungroup <group>',
      effect: 'Removes a group and keeps the nodes in it.',
      example: 'ungroup group.1',
      tool: toolOf('ungroup', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('the id of a group')
    reader.end()
    return { verb: 'ungroup', node }
  },

  write: ({ node }, dialect) => (dialect === 'millrace' ? line('ungroup', wordText(node, true)) : undefined),

  edit(graph, { node }) {
    const found = nodeNamed(graph, node)
    if (!isGroup(found)) return refuse('NODE_NOT_FOUND', `"${found.id}" is not a group`)
    return { graph: { ...graph, nodes: graph.nodes.filter((one) => one !== found) } }
  },
}
