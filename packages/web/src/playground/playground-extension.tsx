import { use } from 'react'
import { useEditorState } from '../editor/editor-context.tsx'
import type { EditorExtension } from '../editor/editor-extension.ts'
import { useText } from '../i18n/use-text.ts'
import { playgroundPath } from '../navigation/links.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { hrefOf } from '../navigation/router.ts'
import { Icon } from '../ui/icon.tsx'

/** Links from the editor to the playground; only in the app, which has that page. */
export const playgroundExtension: EditorExtension = { key: 'playground', bar: PlaygroundLink }

function PlaygroundLink() {
  const t = useText()
  const id = useEditorState((state) => state.origin?.id)
  if (use(PageContext) === undefined || id === undefined) return null
  return (
    <a
      className="mr-button mr-button--ghost mr-button--icon"
      href={hrefOf(playgroundPath(id))}
      aria-label={t.playground.title}
      data-tip={t.playground.title}
    >
      <Icon name="mdi:chat-processing-outline" size={18} />
    </a>
  )
}
