/** What a host may hand to `mountEditorApp`. */

import type { ApiError } from '@millrace/client'
import type { Category, NodeType, Workflow } from '@millrace/model'
import type { AuthProvider, ClientOptions } from '../api/client.ts'
import type { EndpointConfig } from '../api/endpoint-config.ts'
import type { OnApiError } from '../api/operations.ts'
import type { GivenPortConfig } from '../graph/port-rules.ts'
import type { LanguageOptions } from '../i18n/languages.ts'
import type { Theme } from '../ui/theme.ts'

/** What a change was about. */
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
  /** A call failed. Returning true suppresses the toast. */
  readonly onApiError?: OnApiError
  /** A save failed; the workflow that was not stored is handed over, and stays in the editor. */
  readonly onSaveError?: (error: ApiError, workflow: Partial<Workflow>) => void
  readonly onWorkflowChange?: (workflow: Partial<Workflow>, kind: ChangeKind) => void
  readonly onDirtyStateChange?: (isDirty: boolean) => void
  /** Returning false cancels the save. */
  readonly onBeforeSave?: (
    workflow: Partial<Workflow>,
  ) => boolean | undefined | void | Promise<boolean | undefined | void>
  readonly onAfterSave?: (workflow: Workflow) => void
  readonly onWorkflowLoad?: (workflow: Partial<Workflow>) => void
  readonly onBeforeUnmount?: (workflow: Partial<Workflow>, isDirty: boolean) => void
}

export interface EditorFeatures {
  readonly autoSaveDraft?: boolean
  readonly showToasts?: boolean
  /** Also asks the service what is wrong with the workflow, a while after every change. Off unless it is wished. */
  readonly checksOnService?: boolean
}

export interface EditorOptions extends EditorHandlers, ClientOptions, LanguageOptions {
  /** A document to start with. */
  readonly workflow?: Partial<Workflow>
  /** Loaded when no document is given. */
  readonly workflowId?: string
  /** Given instead of loaded. */
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
  /** Handlers may stand here or beside the other options. */
  readonly eventHandlers?: EditorHandlers
  /** Tells the drafts of several editors on one page apart. */
  readonly draftStorageKey?: string
}

export function isEditable({ mode, readOnly }: EditorOptions): boolean {
  return readOnly !== true && (mode === undefined || mode === 'edit')
}
