import type { Client } from '../../api/client.ts'
import type { TextSource } from '../../ui/language.ts'
import type { Store } from '../../ui/store.ts'
import type { DocumentChanges } from '../document-changes.ts'
import type { EditorHandlers, EditorOptions } from '../editor-options.ts'
import type { EditorState } from '../editor-state.ts'

/** The parts of a session that drafts need. */
export interface KeeperNeeds extends Pick<DocumentChanges, 'open' | 'transact' | 'changeBase'> {
  readonly store: Store<EditorState>
  readonly client: Client
  readonly options: EditorOptions
  readonly handlers: EditorHandlers
  readonly text: TextSource
}
