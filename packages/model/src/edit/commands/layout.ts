import { beautified } from '../beautify.ts'
import { refuse } from '../edit-problem.ts'
import { type LayoutDirection, laidOut } from '../layout.ts'
import { nearestTo } from '../nearest.ts'
import type { Verb } from '../verb.ts'

/** All nodes get new places. */
export type LayoutCommand =
  | { readonly verb: 'layout'; readonly how: 'auto'; readonly direction: LayoutDirection }
  | { readonly verb: 'layout'; readonly how: 'beautify' }

export const layout: Verb<LayoutCommand> = {
  kind: 'edit',
  forms: [
    {
      form: 'layout auto [--direction horizontal|vertical]',
      effect: 'Lays everything out anew, in layers along the connections.',
      example: 'layout auto --direction vertical',
    },
    {
      form: 'layout beautify',
      effect: 'Straightens rows and columns on a grid; what was left of or above something stays so.',
      example: 'layout beautify',
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
