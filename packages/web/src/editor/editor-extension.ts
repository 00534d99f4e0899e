/**
 * Extensions of the editor: a button in the top bar, a side or bottom panel, effects. The editor imports none of them:
 * the component that renders `EditorApp` passes the list. Their components use `useEditor()`.
 */
import type { WorkflowNode } from '@millrace/model'
import { type ComponentType, createContext, use } from 'react'
import type { TextOf } from '../i18n/texts.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { Action } from './actions.ts'
import type { EditorSession } from './session.ts'

export interface EditorExtension {
  readonly key: string
  /** Rendered in the top bar, left of Save. */
  readonly bar?: ComponentType
  /** In a narrow editor too; other controls are in the menu "More" there. */
  readonly staysInBar?: boolean
  /** A side panel, opened by a button in the top bar; replaces the settings while it is open. */
  readonly side?: { readonly label: TextOf; readonly icon: string; readonly component: ComponentType }
  /** A bottom panel, next to the problems. */
  readonly bottom?: { readonly label: TextOf; readonly component: ComponentType }
  /** Actions with keys, also offered by the command palette. */
  readonly actions?: readonly Action[]
  /** Additional entries of the node menu. */
  readonly nodeItems?: (session: EditorSession, node: string) => readonly MenuItem[]
  /** Buttons in the panel of one node. */
  readonly nodeActions?: ComponentType<{ readonly node: string }>

  /** Rendered above the settings of a node; returns null for nodes that it does not concern. */
  readonly settings?: ComponentType<{ node: WorkflowNode }>
  /** Rendered once next to the canvas, for effects and dialogs. */
  readonly background?: ComponentType
}

export const EditorExtensionsContext = createContext<readonly EditorExtension[]>([])

/** The extensions of the surrounding editor. */
export function useExtensions(): readonly EditorExtension[] {
  return use(EditorExtensionsContext)
}
