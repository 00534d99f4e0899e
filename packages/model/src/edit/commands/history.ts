import { type CommandWith, NoArguments } from '../arguments.ts'
import { toolOf, type Verb } from '../verb.ts'

/** Undoes the last step. */
export type UndoCommand = CommandWith<'undo', typeof NoArguments>

/** Redoes the last undone step. */
export type RedoCommand = CommandWith<'redo', typeof NoArguments>

export const undo: Verb<UndoCommand> = {
  kind: 'history',
  forms: [
    {
      form: 'undo',
      effect: 'Takes the last change back.',
      example: 'undo',
      tool: toolOf('undo', NoArguments),
    },
  ],
  read(reader) {
    reader.end()
    return { verb: 'undo' }
  },
  write: () => 'undo',
}

export const redo: Verb<RedoCommand> = {
  kind: 'history',
  forms: [
    {
      form: 'redo',
      effect: 'Makes the change again that was taken back.',
      example: 'redo',
      tool: toolOf('redo', NoArguments),
    },
  ],
  read(reader) {
    reader.end()
    return { verb: 'redo' }
  },
  write: () => 'redo',
}
