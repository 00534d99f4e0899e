import type { Workflow } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { hasNode } from './turn-inputs.ts'

/** Explains what happens to a message, and which chat nodes the workflow lacks. */
export function EmptyConversation({ workflow }: { workflow: Workflow }) {
  const t = useText()
  const [hears, speaks] = [hasNode(workflow, 'chat_input'), hasNode(workflow, 'chat_output')]
  return (
    <div className="mr-intro">
      <Icon name="mdi:message-text-outline" size={30} />
      <p className="mr-empty__title">{t.playground.emptyTitle}</p>
      <p>{hears ? t.playground.emptyText : t.playground.emptyNoInput}</p>
      {hears && !speaks && <p>{t.playground.emptyNoOutput}</p>}
      <dl className="mr-intro__nodes">
        <dt>
          <Icon name="mdi:message-arrow-right-outline" size={16} />
          <code>{t.playground.chatInput}</code>
        </dt>
        <dd>{t.playground.chatInputText}</dd>
        <dt>
          <Icon name="mdi:message-reply-text" size={16} />
          <code>{t.playground.chatOutput}</code>
        </dt>
        <dd>{t.playground.chatOutputText}</dd>
      </dl>
    </div>
  )
}
