/** The playground as a side panel of the editor: it runs what is on the canvas, saved or not. */
import { lazy, Suspense } from 'react'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { Spinner } from '../ui/small-parts.tsx'

const PlaygroundSide = lazy(async () => ({ default: (await import('./playground-side.tsx')).PlaygroundSide }))

export const playgroundExtension: EditorExtension = {
  key: 'playground',
  side: { label: (t) => t.playground.title, icon: 'mdi:chat-processing-outline', component: LazySide },
}

function LazySide() {
  return (
    <Suspense fallback={<Spinner />}>
      <PlaygroundSide />
    </Suspense>
  )
}
