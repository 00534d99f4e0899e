/** The command palette as an extension of the editor: a key, and a list above the page while it is open. */
import { useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { CommandPalette } from './command-palette.tsx'

function OpenPalette() {
  return useEditorState((state) => state.view.hasPalette) ? <CommandPalette /> : null
}

export const paletteExtension: EditorExtension = {
  key: 'palette',
  background: OpenPalette,
  actions: [
    {
      label: (t) => t.arrange.palette.title,
      icon: 'mdi:console-line',
      keys: ['Mod+K'],
      run: ({ setView }) => setView({ hasPalette: true }),
    },
  ],
}
