import type { AssistantSettings, UpdateAssistantSettingsBody } from '@millrace/client'

export const MODES = ['default', 'model', 'rules'] as const

/** The settings of the assistant while they are edited. */
export interface AssistantDraft {
  readonly mode: (typeof MODES)[number]
  /** Id of a connection; empty if none is selected. */
  readonly connection: string
  readonly model: string
}

export function draftOf({ mode, connection, model }: AssistantSettings): AssistantDraft {
  return { mode, connection: connection ?? '', model: model ?? '' }
}

/** A model needs a connection. */
export function canSave({ mode, connection }: AssistantDraft): boolean {
  return mode !== 'model' || connection !== ''
}

export function bodyOf({ mode, connection, model }: AssistantDraft): UpdateAssistantSettingsBody {
  return mode === 'model' ? { mode, connection, model: model.trim() || null } : { mode }
}
