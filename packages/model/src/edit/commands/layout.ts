import { Type } from '../../schema.ts'
import { argumentsOf, type CommandWith } from '../arguments.ts'
import { beautified } from '../beautify.ts'
import { refuse } from '../edit-problem.ts'
import { laidOut } from '../layout.ts'
import { nearestTo } from '../nearest.ts'
import { toolOf, type Verb } from '../verb.ts'

const AUTO = argumentsOf({ how: Type.Enum(['auto']), direction: Type.Enum(['horizontal', 'vertical']) })
const BEAUTIFY = argumentsOf({ how: Type.Enum(['beautify']) })

/** Moves all nodes to new positions. */
export type LayoutCommand = CommandWith<'layout', typeof AUTO> | CommandWith<'layout', typeof BEAUTIFY>

export const layout: Verb<LayoutCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'layout auto [--direction horizontal|vertical]',
      effect: 'Lays out all nodes in layers along the connections.',
      example: 'layout auto --direction vertical',
      tool: toolOf('layout', AUTO),
    },
    {
      form: 'layout beautify',
      effect: 'Straightens rows and columns on a grid; what was left of or above something stays so.',
      example: 'layout beautify',
      tool: toolOf('layout', BEAUTIFY, 'layout_beautify'),
    },
  ],

  read(reader) {
    const how = reader.word('"auto" or "beautify"').toLowerCase()
    if (how === 'beautify') {
      reader.end()
      return { verb: 'layout', how }
    }
    if (how !== 'auto')
      return refuse('PARSE_ERROR', `there is no layout "${how}"`, nearestTo(how, ['auto', 'beautify']))
    if (reader.isDone) return { verb: 'layout', how, direction: 'horizontal' }
    if (!reader.skip('--direction')) return refuse('PARSE_ERROR', '"--direction" is what may stand here')
    const direction = reader.word('a direction').toLowerCase()
    reader.end()
    if (direction === 'horizontal' || direction === 'vertical') return { verb: 'layout', how, direction }
    return refuse(
      'PARSE_ERROR',
      `there is no direction "${direction}"`,
      nearestTo(direction, ['horizontal', 'vertical']),
    )
  },

  write(command) {
    if (command.how === 'beautify') return 'layout beautify'
    return command.direction === 'vertical' ? 'layout auto --direction vertical' : 'layout auto'
  },

  edit: (graph, command, catalogue) => ({
    graph: command.how === 'auto' ? laidOut(graph, command.direction, catalogue) : beautified(graph, catalogue),
  }),
}
