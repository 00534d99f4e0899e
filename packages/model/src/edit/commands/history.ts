import type { Verb } from '../verb.ts'

/** The last step back. */
export interface UndoCommand {
  readonly verb: 'undo'
}

/** The last step that was taken back, again. */
export interface RedoCommand {
  readonly verb: 'redo'
}

export const undo: Verb<UndoCommand> = {
  kind: 'history',
  forms: [{ form: 'undo', effect: 'Takes the last change back.', example: 'undo' }],
  read(reader) {
    reader.end()
    return { verb: 'undo' }
  },
  write: () => 'undo',
}

export const redo: Verb<RedoCommand> = {
  kind: 'history',
  forms: [{ form: 'redo', effect: 'Makes the change again that was taken back.', example: 'redo' }],
  read(reader) {
    reader.end()
    return { verb: 'redo' }
  },
  write: () => 'redo',
}
