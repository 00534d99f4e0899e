import type { Size } from '../../node-sizes.ts'
import { Type } from '../../schema.ts'
import { argumentsOf, type CommandWith, NodeId, Position } from '../arguments.ts'
import { withNode } from '../config-change.ts'
import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { movedTo } from '../free-place.ts'
import { wordText } from '../identifiers.ts'
import { numberIn, pointText } from '../line-reader.ts'
import { line, toolOf, type Verb } from '../verb.ts'

const LARGEST = 20_000

const Length = Type.Number({ minimum: 1, maximum: LARGEST })
const ARGUMENTS = argumentsOf({
  node: NodeId,
  to: Type.Object({ width: Length, height: Length }),
  at: Type.Optional(Position),
})

/** Changes the size on the canvas, and the position if the left or upper border was dragged. */
export type ResizeCommand = CommandWith<'resize', typeof ARGUMENTS>

export const resize: Verb<ResizeCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'resize <node> to <width>x<height> [at <x>,<y>]',
      effect: 'Gives a note or a group this size.',
      example: 'resize notes.1 to 320x180',
      tool: toolOf('resize', ARGUMENTS),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    if (!reader.skip('to')) refuse('PARSE_ERROR', '"to" is missing')
    const text = reader.word('a size')
    const to = sizeIn(text) ?? refuse('PARSE_ERROR', `a size is written <width>x<height>, "${text}" is not`)
    if (reader.isDone) return { verb: 'resize', node, to }
    if (!reader.skip('at')) return refuse('PARSE_ERROR', `"${reader.rest()}" is unexpected here`)
    return { verb: 'resize', node, to, at: reader.point() }
  },

  write({ node, to, at }, dialect) {
    // The public editor has no such command.
    if (dialect !== 'millrace') return undefined
    return line(
      'resize',
      wordText(node, true),
      'to',
      `${to.width}x${to.height}`,
      ...(at === undefined ? [] : ['at', pointText(at)]),
    )
  },

  edit(graph, { node, to, at }) {
    const before = nodeNamed(graph, node)
    if (!isLength(to.width) || !isLength(to.height)) {
      refuse('CONFIG_VALIDATION_ERROR', `Width and height must be numbers from 1 to ${LARGEST}`)
    }
    const after = {
      ...(at === undefined ? before : movedTo(before, at)),
      width: Math.round(to.width),
      height: Math.round(to.height),
    }
    return { graph: withNode(graph, { before, after }) }
  },
}

function sizeIn(text: string): Size | undefined {
  const [first, second, ...more] = text.toLowerCase().split('x')
  const [width, height] = [numberIn(first ?? ''), numberIn(second ?? '')]
  return width === undefined || height === undefined || more.length > 0 ? undefined : { width, height }
}

function isLength(value: number): boolean {
  return value >= 1 && value <= LARGEST
}
