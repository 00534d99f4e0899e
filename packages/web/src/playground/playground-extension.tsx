/** The playground as a side panel of the editor: it runs what is on the canvas, saved or not. */
import type { EditorExtension } from '../editor/editor-extension.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Spinner } from '../ui/small-parts.tsx'

const PlaygroundSide = lazyComponent(async () => (await import('./playground-side.tsx')).PlaygroundSide, Spinner)

export const playgroundExtension: EditorExtension = {
  key: 'playground',
  side: { label: (t) => t.playground.title, icon: 'mdi:chat-processing-outline', component: PlaygroundSide },
}
