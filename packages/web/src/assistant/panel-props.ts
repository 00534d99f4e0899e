import type { Catalogue, Command, EditProblem, Graph, ViewCommand } from '@millrace/model'
import type { ShowPreview } from '../editor/preview-overlay.ts'
import type { Chat } from './chat.ts'

export interface AssistantActions {
  /** Shows a difference instead of the document; undefined shows the document again. */
  readonly onPreview: ShowPreview
  /** Applies all commands as one undo step, or with `skipRefused` only the valid ones. */
  readonly onApply: (
    commands: readonly Command[],
    options: { skipRefused: boolean },
  ) => { ok: true } | { ok: false; problem: EditProblem }
  readonly onHistory: (verb: 'undo' | 'redo') => void
  readonly onView: (command: ViewCommand) => void
}

export interface AssistantPanelProps extends AssistantActions {
  /** From `createChat`; undefined if the workflow was never saved. Keep it while the panel is closed. */
  readonly chat: Chat | undefined
  /** The current document of the editor. */
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly isEditable: boolean
  readonly onClose: () => void
}
