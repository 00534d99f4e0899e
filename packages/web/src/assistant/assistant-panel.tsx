/**
 * The assistant panel: a conversation about the workflow, with proposed changes that are previewed and applied as one
 * step. The panel changes nothing itself; its owner passes in the actions for apply and preview.
 */

import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { loadMarkdown } from '../ui/lazy-markdown.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { useStore } from '../ui/store.ts'
import { autoRetry } from './auto-retry.ts'
import { type Chat, MAX_RETRIES } from './chat.ts'
import { ChatLog } from './chat-log.tsx'
import { Composer } from './composer.tsx'
import type { AssistantPanelProps } from './panel-props.ts'

export function AssistantPanel(props: AssistantPanelProps) {
  const t = useText()
  const { chat, onClose } = props
  // Every answer is Markdown: preload the renderer.
  useEffect(() => void loadMarkdown().catch(() => undefined), [])
  return (
    <aside className="mr-assistant" aria-label={t.assistant.title}>
      <div className="mr-assistant__head">
        <h2 className="mr-grow">{t.assistant.title}</h2>
        {chat !== undefined && <MoreButton chat={chat} />}
        <IconButton small icon="mdi:close" label={t.assistant.close} onClick={onClose} />
      </div>
      {chat === undefined ? (
        <EmptyState icon="mdi:creation-outline" title={t.assistant.unsaved}>
          {t.assistant.unsavedText}
        </EmptyState>
      ) : (
        <Talk {...props} chat={chat} />
      )}
    </aside>
  )
}

function Talk(props: AssistantPanelProps & { readonly chat: Chat }) {
  const t = useText()
  const { chat, graph, catalogue, isEditable, onPreview } = props
  const { phase, failure, entries, isSending } = useStore(chat.store, (state) => state)
  useEffect(() => {
    void chat.load()
  }, [chat])
  useEffect(() => () => onPreview(undefined), [onPreview])
  const send = (message: string) => {
    onPreview(undefined)
    void chat.send(message, { graph, catalogue, retries: autoRetry.get() ? MAX_RETRIES : 0 })
  }
  if (phase === 'new' || phase === 'loading') {
    return (
      <div className="mr-assistant__wait">
        <Spinner />
      </div>
    )
  }
  if (phase === 'failed') {
    return (
      <EmptyState title={t.assistant.failed} actions={<Button onClick={() => void chat.load()}>{t.ui.retry}</Button>}>
        {failure}
      </EmptyState>
    )
  }
  return (
    <>
      {entries.length === 0 ? (
        <Hello onAsk={send} />
      ) : (
        <ChatLog {...props} entries={entries} isSending={isSending} onSend={send} />
      )}
      {!isEditable && <p className="mr-assistant__note">{t.assistant.readOnly}</p>}
      <Composer isSending={isSending} onSend={send} onStop={chat.stop} />
    </>
  )
}

function Hello({ onAsk }: { onAsk: (message: string) => void }) {
  const t = useText()
  return (
    <div className="mr-assistant__hello">
      <h3>{t.assistant.hello}</h3>
      <p>{t.assistant.helloText}</p>
      <ul>
        {t.assistant.suggestions.map((text) => (
          <li key={text}>
            <button type="button" className="mr-assistant__suggestion" onClick={() => onAsk(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MoreButton({ chat }: { chat: Chat }) {
  const t = useText()
  const { openMenu, toast } = useOverlays()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <IconButton
        small
        icon="mdi:dots-horizontal"
        label={t.assistant.more}
        aria-haspopup="menu"
        onClick={(event) =>
          openMenu({
            at: event.currentTarget,
            label: t.assistant.more,
            items: [
              {
                label: autoRetry.get() ? t.assistant.retryOn : t.assistant.retryOff,
                icon: autoRetry.get() ? 'mdi:checkbox-marked-outline' : 'mdi:checkbox-blank-outline',
                run: () => autoRetry.set(!autoRetry.get()),
              },
              { line: true },
              {
                label: t.assistant.clear,
                icon: 'mdi:broom',
                disabled: chat.store.get().entries.length === 0,
                run: () => setAsking(true),
              },
            ],
          })
        }
      />
      {isAsking && (
        <ConfirmDialog
          title={t.assistant.clearTitle}
          action={t.assistant.clearAction}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            void chat.clear().catch((error: unknown) => toast({ tone: 'error', text: asApiError(error).message }))
          }
        >
          {t.assistant.clearText}
        </ConfirmDialog>
      )}
    </>
  )
}
