/** The extensions of the editor, in the order of their buttons; the page and `mountEditorApp` pass this list. */
import { assistantExtension } from '../assistant/assistant-extension.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { runExtension } from '../executions/run-extension.tsx'
import { paletteExtension } from '../palette/palette-extension.tsx'
import { playgroundExtension } from '../playground/playground-extension.tsx'
import { triggerExtension } from '../triggers/trigger-extension.tsx'
import { versionsExtension } from '../versions/versions-extension.tsx'

export const EDITOR_EXTENSIONS: readonly EditorExtension[] = [
  playgroundExtension,
  runExtension,
  assistantExtension,
  versionsExtension,
  triggerExtension,
  paletteExtension,
]
