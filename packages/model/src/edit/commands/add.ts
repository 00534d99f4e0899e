/**
 * Adds a node. A name becomes the id if it is one plain word and free, so that later lines can use it; it always becomes
 * the label. Without a name the id is `<type>.<n>`.
 */

import type { Catalogue } from '../../catalogue.ts'
import type { Point } from '../../geometry.ts'
import { Type } from '../../schema.ts'
import type { Graph } from '../../workflow/workflow.ts'
import { argumentsOf, type CommandWith, NodeTypeId, Position } from '../arguments.ts'
import { refuse } from '../edit-problem.ts'
import { isTypeName, typeNamed } from '../find.ts'
import { freePlace } from '../free-place.ts'
import { wordText } from '../identifiers.ts'
import { type LineReader, pointIn, pointText } from '../line-reader.ts'
import { isUsableId, newNode, nextId } from '../new-node.ts'
import { sizeOf } from '../node-size.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const ARGUMENTS = argumentsOf({
  type: NodeTypeId,
  name: Type.Optional(Type.String({ description: 'Label, and id if it is one plain word and free.' })),
  at: Type.Optional(Position),
})

export interface AddCommand extends CommandWith<'add', typeof ARGUMENTS> {
  /** The node that it will follow; it is placed to its right. Not part of the text. */
  readonly after?: string
}

export const add: Verb<AddCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'add <node_type> [at <x>,<y>]',
      effect: 'New node with the defaults of its settings; it finds a free place by itself.',
      example: 'add http_request at 320,80',
    },
    {
      form: 'add <name> <node_type> [at <x>,<y>]',
      effect: 'New node with a name: its label, and its id if it is one plain word and free.',
      example: 'add fetch_page http_request',
      tool: toolOf('add', ARGUMENTS),
    },
  ],

  read(reader, catalogue) {
    const { words, at } = splitPlace(reader)
    const place = at === undefined ? {} : { at }
    const [first, second] = words
    if (first === undefined) return refuse('PARSE_ERROR', 'a node type is missing')
    if (words.length > 2) return refuse('PARSE_ERROR', `"${words.slice(2).join(' ')}" is unexpected here`)
    if (second === undefined) return { verb: 'add', type: known(first, catalogue), ...place }
    // The word that is a type is the type, in either order; our form has the name first.
    const isTurned = catalogue !== undefined && !isTypeName(catalogue, second) && isTypeName(catalogue, first)
    const [name, type] = isTurned ? [second, first] : [first, second]
    return { verb: 'add', type: known(type, catalogue), name, ...place }
  },

  write({ type, name, at, after }, dialect) {
    if (after !== undefined || (name !== undefined && dialect === 'flowdrop')) return undefined
    const mayQuote = dialect === 'millrace'
    return line(
      'add',
      ...(name === undefined ? [] : [wordText(name, mayQuote)]),
      wordText(type, mayQuote),
      ...(at === undefined ? [] : ['at', pointText(at)]),
    )
  },

  edit(graph, { type: given, name, at, after }, catalogue) {
    const type = typeNamed(catalogue, given)
    const id = idFor(graph, type.node_type_id, name)
    const label = name === undefined || name.trim() === '' ? type.name : name
    const node = newNode(type, { id, label, at: at ?? { x: 0, y: 0 } })
    const place = at ?? freePlace(graph, catalogue, { near: after, size: sizeOf(node, catalogue) })
    return { graph: { ...graph, nodes: [...graph.nodes, { ...node, position: place }] }, nodes: [id] }
  },
}

/** The id of a new node of this type and name. */
export function idFor({ nodes }: Graph, typeId: string, name: string | undefined): string {
  const taken = new Set(nodes.map((node) => node.id))
  return name !== undefined && isUsableId(name) && !taken.has(name) ? name : nextId(typeId, taken)
}

/** Rejects an unknown type early; a short form is resolved by the edit. */
function known(type: string, catalogue: Catalogue | undefined): string {
  if (catalogue !== undefined) typeNamed(catalogue, type)
  return type
}

function splitPlace(reader: LineReader): { words: string[]; at: Point | undefined } {
  const words = reader.words()
  const cut = words.findIndex((word, index) => index > 0 && word.toLowerCase() === 'at' && index < words.length - 1)
  if (cut < 0) return { words, at: undefined }
  const text = words.slice(cut + 1).join('')
  const at = pointIn(text) ?? refuse('PARSE_ERROR', `a position is written x,y, "${text}" is not`)
  return { words: words.slice(0, cut), at }
}
