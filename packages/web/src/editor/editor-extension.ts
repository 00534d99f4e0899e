/**
 * What other parts add to the editor: a button in the bar, a panel at the side or below, effects beside the canvas. The
 * editor imports none of them: whoever renders `EditorApp` passes the list. Their components use `useEditor()`.
 */
import { type ComponentType, createContext, use } from 'react'
import type { TextOf } from '../i18n/texts.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { EditorSession } from './session.ts'

export interface EditorExtension {
  readonly key: string
  /** Drawn in the bar, left of Save. */
  readonly bar?: ComponentType
  /** A panel at the right, opened by a button in the bar; takes the place of the settings while it is open. */
  readonly side?: { readonly label: TextOf; readonly icon: string; readonly component: ComponentType }
  /** A panel below, beside the problems. */
  readonly bottom?: { readonly label: TextOf; readonly component: ComponentType }
  /** What the menu of a node offers besides the editor's own entries. */
  readonly nodeItems?: (session: EditorSession, node: string) => readonly MenuItem[]
  /** Drawn once beside the canvas, for effects without a place of their own, dialogs included. */
  readonly background?: ComponentType
}

export const EditorExtensionsContext = createContext<readonly EditorExtension[]>([])

/** The extensions of the editor that the component is rendered in. */
export function useExtensions(): readonly EditorExtension[] {
  return use(EditorExtensionsContext)
}
