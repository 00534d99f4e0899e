import type { Point } from '../../geometry.ts'
import { refuse } from '../edit-problem.ts'
import { type LineReader, numberIn, pointText } from '../line-reader.ts'
import { nearestTo } from '../nearest.ts'
import type { Verb } from '../verb.ts'

/** The visible part of the canvas. */
export type CanvasCommand =
  | { readonly verb: 'canvas'; readonly action: 'fit' | 'zoom in' | 'zoom out' | 'reset' }
  | { readonly verb: 'canvas'; readonly action: 'zoom'; readonly level: number }
  | { readonly verb: 'canvas'; readonly action: 'pan'; readonly to: Point }

const ACTIONS = ['fit', 'zoom', 'pan', 'reset']

export const canvas: Verb<CanvasCommand> = {
  kind: 'view',
  forms: [
    { form: 'canvas fit', effect: 'Shows everything. Also `fitview`, `fit view`.', example: 'canvas fit' },
    { form: 'canvas zoom in', effect: 'Closer.', example: 'canvas zoom in' },
    { form: 'canvas zoom out', effect: 'Farther away.', example: 'canvas zoom out' },
    { form: 'canvas zoom <level>', effect: 'This scale; 1 is the natural size.', example: 'canvas zoom 0.75' },
    { form: 'canvas pan <x>,<y>', effect: 'Moves what is seen to this place.', example: 'canvas pan 100,-50' },
    { form: 'canvas reset', effect: 'The natural size, at the origin.', example: 'canvas reset' },
  ],

  read(reader) {
    const action = reader.word(`one of ${ACTIONS.join(', ')}`).toLowerCase()
    if (action === 'fit' || action === 'fitview') return fit(reader)
    if (action === 'zoom') return zoom(reader)
    if (action === 'pan') return { verb: 'canvas', action, to: reader.point() }
    if (action !== 'reset') return refuse('PARSE_ERROR', `the canvas cannot "${action}"`, nearestTo(action, ACTIONS))
    reader.end()
    return { verb: 'canvas', action }
  },

  write(command) {
    if (command.action === 'zoom') return `canvas zoom ${command.level}`
    return command.action === 'pan' ? `canvas pan ${pointText(command.to)}` : `canvas ${command.action}`
  },
}

/** Parses what may follow `fit`. */
export function fit(reader: LineReader): CanvasCommand {
  reader.skip('view')
  reader.end()
  return { verb: 'canvas', action: 'fit' }
}

function zoom(reader: LineReader): CanvasCommand {
  const text = reader.word('"in", "out" or a level').toLowerCase()
  reader.end()
  if (text === 'in' || text === 'out') return { verb: 'canvas', action: `zoom ${text}` }
  const level = numberIn(text)
  if (level === undefined || level <= 0) return refuse('PARSE_ERROR', `"${text}" is not a zoom level`)
  return { verb: 'canvas', action: 'zoom', level }
}
