import { useText } from '../i18n/use-text.ts'
import { Badge } from '../ui/small-parts.tsx'
import { isShallowEqual } from '../ui/store.ts'
import { draftModeOf } from './drafts/draft-mode.ts'
import { useEditor, useEditorState } from './editor-context.tsx'
import { type EditorState, isDirty } from './editor-state.ts'

type Status =
  | 'saved'
  | 'saving'
  | 'unsaved'
  | 'draftSaved'
  | 'inBrowser'
  | 'failed'
  | 'offline'
  | 'offlineKept'
  | 'isNew'

const TONES: Readonly<Record<Status, 'good' | 'open' | 'bad'>> = {
  saved: 'good',
  saving: 'open',
  unsaved: 'open',
  draftSaved: 'open',
  inBrowser: 'open',
  isNew: 'open',
  failed: 'bad',
  offline: 'bad',
  offlineKept: 'bad',
}

/** What is saved and what is not, in one line that is always visible. */
export function SaveStatus() {
  const t = useText()
  const { options, handlers } = useEditor()
  const facts = { keepsOnService: draftModeOf(options) === 'service', isHostSaving: handlers.onSave !== undefined }
  const { status, isEditable } = useEditorState(
    (state) => ({ status: statusOf(state, facts), isEditable: state.isEditable }),
    isShallowEqual,
  )
  if (!isEditable) return <Badge icon="mdi:lock-outline">{t.editor.bar.readOnly}</Badge>
  const hints: Partial<Record<Status, string>> = { ...t.saving.hints, offlineKept: t.saving.hints.offline }
  const hint = hints[status]
  return (
    <span
      className="mr-bar__state"
      data-tone={TONES[status]}
      role="status"
      {...(hint === undefined ? {} : { 'data-tip': hint })}
    >
      {t.saving.status[status]}
    </span>
  )
}

interface StatusFacts {
  readonly keepsOnService: boolean
  /** The host stores documents, with or without an id that the editor knows. */
  readonly isHostSaving: boolean
}

export function statusOf(state: EditorState, { keepsOnService, isHostSaving }: StatusFacts): Status {
  const { isSaving, isOnline, origin, drafts } = state
  if (isSaving) return 'saving'
  if (!isDirty(state)) {
    if (!isOnline) return 'offline'
    return origin === undefined && !isHostSaving ? 'isNew' : 'saved'
  }
  if (drafts.keptIn === 'failed') return 'failed'
  if (!isOnline) return drafts.keptIn === 'browser' ? 'offlineKept' : 'offline'
  if (drafts.keptIn === 'service') return 'draftSaved'
  // A host that chose the browser as the place for drafts expects no more than that.
  return drafts.keptIn === 'browser' && keepsOnService ? 'inBrowser' : 'unsaved'
}
