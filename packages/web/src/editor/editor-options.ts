/** Options of `mountEditorApp`. */

import type { ApiError } from '@millrace/client'
import type { Category, NodeType, Workflow } from '@millrace/model'
import type { AuthProvider, ClientOptions } from '../api/client.ts'
import type { EndpointConfig } from '../api/endpoint-config.ts'
import type { OnApiError } from '../api/operations.ts'
import type { GivenPortConfig } from '../graph/port-rules.ts'
import type { LanguageOptions } from '../i18n/languages.ts'
import type { Theme } from '../ui/theme.ts'
import type { DraftMode } from './drafts/draft.ts'

/** Kind of a change. */
export type ChangeKind =
  | 'node_add'
  | 'node_remove'
  | 'node_move'
  | 'node_config'
  | 'node_swap'
  | 'edge_add'
  | 'edge_remove'
  | 'metadata'
  | 'name'
  | 'description'

export interface EditorHandlers {
  /** Called if a request fails. Return true to suppress the toast. */
  readonly onApiError?: OnApiError
  /** Called if a save fails, with the workflow that was not stored; it stays in the editor. */
  readonly onSaveError?: (error: ApiError, workflow: Partial<Workflow>) => void
  readonly onWorkflowChange?: (workflow: Partial<Workflow>, kind: ChangeKind) => void
  readonly onDirtyStateChange?: (isDirty: boolean) => void
  /** Return false to cancel the save. */
  readonly onBeforeSave?: (
    workflow: Partial<Workflow>,
  ) => boolean | undefined | void | Promise<boolean | undefined | void>
  /**
   * Stores the document instead of the service, for hosts that manage documents themselves. A returned workflow
   * replaces the document as the stored one; a rejected promise is a failed save. The editor then keeps no drafts.
   */
  readonly onSave?: (workflow: Partial<Workflow>) => Promise<Partial<Workflow> | undefined | void>
  readonly onAfterSave?: (workflow: Workflow) => void
  /** Called with the id of a new workflow once the service has created it. */
  readonly onCreated?: (id: string) => void
  readonly onWorkflowLoad?: (workflow: Partial<Workflow>) => void
  readonly onBeforeUnmount?: (workflow: Partial<Workflow>, isDirty: boolean) => void
}

export interface EditorFeatures {
  /** False keeps no drafts; the same as `drafts: 'off'`. */
  readonly autoSaveDraft?: boolean
  /** False lets the browser close the page without asking, even if there are unsaved changes. */
  readonly asksBeforeUnload?: boolean
  /** Creates a new workflow on the service with the first edit instead of the first save. Off by default. */
  readonly createsOnEdit?: boolean
  readonly showToasts?: boolean
  /** Also validates the workflow on the service, some time after every change. Off by default. */
  readonly checksOnService?: boolean
}

export interface EditorOptions extends EditorHandlers, ClientOptions, LanguageOptions {
  /** The initial document. */
  readonly workflow?: Partial<Workflow>
  /** Loaded if no document is given. */
  readonly workflowId?: string
  /** The project of a new workflow. By default the service chooses it. */
  readonly project?: string
  /** Used instead of loading them. */
  readonly nodes?: readonly NodeType[]
  readonly categories?: readonly Category[]
  readonly portConfig?: GivenPortConfig
  readonly endpointConfig?: EndpointConfig
  readonly authProvider?: AuthProvider
  readonly mode?: 'edit' | 'readonly' | 'locked'
  readonly readOnly?: boolean
  readonly theme?: Theme
  readonly width?: string | number
  readonly height?: string | number
  readonly disableSidebar?: boolean
  readonly features?: EditorFeatures
  /** Handlers can be given here or next to the other options. */
  readonly eventHandlers?: EditorHandlers
  /**
   * Where unsaved changes are kept: `browser` (default), `off`, or `service`, which needs a credential that belongs to
   * one person, because drafts are stored per caller.
   */
  readonly drafts?: DraftMode
  /** Separates the drafts of several editors in the storage of the browser. */
  readonly draftStorageKey?: string
}

export function isEditable({ mode, readOnly }: EditorOptions): boolean {
  return readOnly !== true && (mode === undefined || mode === 'edit')
}
