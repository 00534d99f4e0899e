/**
 * What others add to the editor: a button in the bar, a panel at the side, a panel below, something over the canvas.
 * One entry here each; the components use `useEditor()` for the session.
 */
import type { ComponentType } from 'react'
import { assistantExtension } from '../assistant/assistant-extension.tsx'
import { runExtension } from '../executions/run-extension.tsx'
import { playgroundExtension } from '../playground/playground-extension.tsx'
import type { MenuItem } from '../ui/menu.tsx'
import { versionsExtension } from '../versions/versions-extension.tsx'
import type { EditorSession } from './session.ts'

export interface EditorExtension {
  readonly key: string
  /** Drawn in the bar, left of Save. */
  readonly bar?: ComponentType
  /** A panel at the right, opened by a button in the bar; takes the place of the settings while it is open. */
  readonly side?: { readonly label: string; readonly icon: string; readonly component: ComponentType }
  /** A panel below, beside the problems. */
  readonly bottom?: { readonly label: string; readonly component: ComponentType }
  /** What the menu of a node offers besides the editor's own entries. */
  readonly nodeItems?: (session: EditorSession, node: string) => readonly MenuItem[]
  /** Drawn once beside the canvas, for effects without a place of their own, dialogs included. */
  readonly background?: ComponentType
}

export const EXTENSIONS: readonly EditorExtension[] = [
  playgroundExtension,
  runExtension,
  assistantExtension,
  versionsExtension,
]
