import { use, useCallback } from 'react'
import { useEditor, useEditorState } from '../editor/editor-context.tsx'
import { workflowOf } from '../editor/editor-document.ts'
import { useText } from '../i18n/use-text.ts'
import { playgroundPath } from '../navigation/links.ts'
import { PageContext } from '../navigation/page-context.tsx'
import { hrefOf } from '../navigation/router.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { Playground } from './playground.tsx'
import type { UnsavedWorkflow } from './playground-context.ts'

/** Chats with the workflow on the canvas. */
export function PlaygroundSide() {
  const t = useText()
  const session = useEditor()
  const id = useEditorState((state) => state.origin?.id)
  const isApp = use(PageContext) !== undefined
  const canvas = useCallback(() => {
    const { history, origin } = session.store.get()
    const { name, nodes, edges, config } = workflowOf(history.document, origin)
    return { name, nodes, edges, ...(config === undefined ? {} : { config }) } as UnsavedWorkflow
  }, [session])
  return (
    <aside className="mr-chat-side" aria-label={t.chat.panel}>
      <header className="mr-chat-side__head">
        <h2 className="mr-grow">{t.chat.panel}</h2>
        {isApp && id !== undefined && (
          <a
            className="mr-button mr-button--ghost mr-button--icon mr-button--small"
            href={hrefOf(playgroundPath(id))}
            aria-label={t.chat.openPage}
            data-tip={t.chat.openPage}
          >
            <Icon name="mdi:open-in-new" size={16} />
          </a>
        )}
        <IconButton small icon="mdi:close" label={t.ui.close} onClick={() => session.setView({ side: undefined })} />
      </header>
      <p className="mr-chat-side__hint mr-muted">{t.chat.panelText}</p>
      {id === undefined ? (
        <EmptyState icon="mdi:forum-outline" title={t.chat.unstored} />
      ) : (
        <Playground key={id} client={session.client} workflowId={id} canvas={canvas} />
      )}
    </aside>
  )
}
