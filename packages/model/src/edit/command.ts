/**
 * The list of edit verbs. A gesture in the editor, an undo and a line of the DSL are all the same `Command`.
 * Adding a verb takes one file in `commands/` and a row in the two lists here.
 */
import { type AddCommand, add } from './commands/add.ts'
import { type BindCommand, bind, type UnbindCommand, unbind } from './commands/bind.ts'
import { type CanvasCommand, canvas } from './commands/canvas.ts'
import { type ClearCommand, clear } from './commands/clear.ts'
import { type CommentCommand, comment } from './commands/comment.ts'
import { type ConfigureCommand, configure } from './commands/configure.ts'
import { type ConnectCommand, connect } from './commands/connect.ts'
import { type DeleteCommand, deleteNode } from './commands/delete.ts'
import { type DescribeCommand, describe } from './commands/describe.ts'
import { type DisableCommand, disable, type EnableCommand, enable } from './commands/disable.ts'
import { type DisconnectCommand, disconnect } from './commands/disconnect.ts'
import { type DocumentCommand, document } from './commands/document.ts'
import { type ExtractCommand, extract } from './commands/extract.ts'
import { type GetCommand, get } from './commands/get.ts'
import { type GroupCommand, group, type UngroupCommand, ungroup } from './commands/group.ts'
import { type HelpCommand, helpFor } from './commands/help.ts'
import { type RedoCommand, redo, type UndoCommand, undo } from './commands/history.ts'
import { type ImportCommand, importWorkflow } from './commands/import.ts'
import { type InfoCommand, info } from './commands/info.ts'
import { type LayoutCommand, layout } from './commands/layout.ts'
import { type ListCommand, list } from './commands/list.ts'
import { type MoveCommand, move } from './commands/move.ts'
import { type PasteCommand, paste } from './commands/paste.ts'
import { type PinCommand, pin, type UnpinCommand, unpin } from './commands/pin.ts'
import { type PlaceCommand, place } from './commands/place.ts'
import { type RemoveCommand, remove } from './commands/remove.ts'
import { type RenameCommand, rename } from './commands/rename.ts'
import { type ResizeCommand, resize } from './commands/resize.ts'
import { type RestoreCommand, restore } from './commands/restore.ts'
import { type SearchCommand, search } from './commands/search.ts'
import { type SetCommand, set } from './commands/set.ts'
import { type SwapCommand, swap } from './commands/swap.ts'
import { type ConfigCommand, config, type SelectCommand, select } from './commands/view.ts'
import type { Verb, VerbForm, VerbKind } from './verb.ts'

/** Commands that can be written as a line of text. */
export type TextCommand =
  | AddCommand
  | DeleteCommand
  | RenameCommand
  | SwapCommand
  | MoveCommand
  | SetCommand
  | BindCommand
  | UnbindCommand
  | DisableCommand
  | EnableCommand
  | ConnectCommand
  | DisconnectCommand
  | CommentCommand
  | ResizeCommand
  | GroupCommand
  | UngroupCommand
  | PinCommand
  | UnpinCommand
  | ClearCommand
  | LayoutCommand
  | UndoCommand
  | RedoCommand
  | AskCommand
  | ViewCommand

/** Query commands: they have an answer and change nothing. */
export type AskCommand = GetCommand | InfoCommand | ListCommand | DescribeCommand | SearchCommand | HelpCommand

/** Commands that change the page. */
export type ViewCommand = ConfigCommand | SelectCommand | CanvasCommand

/** Commands that only gestures and undo create: they have no text. */
export type GestureCommand =
  | PlaceCommand
  | PasteCommand
  | RemoveCommand
  | ExtractCommand
  | ConfigureCommand
  | DocumentCommand
  | ImportCommand
  | RestoreCommand

export type Command = TextCommand | GestureCommand

/** Commands that change the document. */
export type EditCommand = Exclude<Command, UndoCommand | RedoCommand | AskCommand | ViewCommand>

type Verbs = { readonly [V in Command['verb']]: Verb<Extract<Command, { verb: V }>> }

/** Every verb, in the order of the documentation. */
export const VERBS: Verbs = {
  add,
  delete: deleteNode,
  rename,
  swap,
  move,
  set,
  bind,
  unbind,
  disable,
  enable,
  connect,
  disconnect,
  comment,
  resize,
  group,
  ungroup,
  pin,
  unpin,
  clear,
  layout,
  undo,
  redo,
  list,
  info,
  get,
  describe,
  search,
  help: helpFor(verbForms),
  config,
  select,
  canvas,
  place,
  paste,
  remove,
  extract,
  configure,
  document,
  import: importWorkflow,
  restore,
}

/** The verb of a command, typed for this command. */
export function verbOf<C extends Command>(command: C): Verb<C> {
  return VERBS[command.verb] as unknown as Verb<C>
}

/** The verb with this name, if there is one. */
export function verbNamed(name: string): Verb<Command> | undefined {
  return Object.hasOwn(VERBS, name) ? (VERBS as unknown as Record<string, Verb<Command>>)[name] : undefined
}

/** The forms of every verb that has a text. */
export function verbForms(): ReadonlyMap<string, readonly VerbForm<Command>[]> {
  return new Map(
    Object.entries(VERBS).flatMap(([name, { forms }]) => (forms === undefined ? [] : [[name, forms] as const])),
  )
}

/** The kind of a command: it edits the graph, is a query, changes the page, or changes the history. */
export function kindOf(command: Command): VerbKind {
  return verbOf(command).kind
}

/** Whether a command is a query. */
export function isAsking(command: Command): command is AskCommand {
  return kindOf(command) === 'ask'
}
