import type { Catalogue, Command, EditProblem, Graph, ViewCommand } from '@millrace/model'
import type { ShowPreview } from '../editor/preview-overlay.ts'
import type { Chat } from './chat.ts'

export interface AssistantActions {
  /** Draws a difference instead of the document; undefined draws the document again. */
  readonly onPreview: ShowPreview
  /** All commands as one step of undo, or with `skipRefused` those that work. */
  readonly onApply: (
    commands: readonly Command[],
    options: { skipRefused: boolean },
  ) => { ok: true } | { ok: false; problem: EditProblem }
  readonly onHistory: (verb: 'undo' | 'redo') => void
  readonly onView: (command: ViewCommand) => void
}

export interface AssistantPanelProps extends AssistantActions {
  /** From `createChat`; undefined while the workflow was never saved. Keep it while the panel is closed. */
  readonly chat: Chat | undefined
  /** The document as it is on the screen. */
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly isEditable: boolean
  readonly onClose: () => void
}
