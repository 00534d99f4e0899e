import { type EditorOptions, isEditable } from '../editor-options.ts'
import type { DraftMode } from './draft.ts'

/** A host that saves documents itself also keeps unsaved ones, so this editor keeps none. */
export function draftModeOf(options: EditorOptions): DraftMode {
  const isHostSaving = (options.onSave ?? options.eventHandlers?.onSave) !== undefined
  if (!isEditable(options) || options.features?.autoSaveDraft === false || isHostSaving) return 'off'
  return options.drafts ?? 'browser'
}
