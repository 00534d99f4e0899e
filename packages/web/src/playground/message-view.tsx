import type { PlaygroundMessage as Message } from '@millrace/client'
import { memo, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/small-parts.tsx'
import { type Again, MessageActions } from './message-actions.tsx'
import { MessageEdit } from './message-edit.tsx'
import { MessageText } from './message-text.tsx'
import { Moment } from './message-time.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { QuestionMessage } from './question-message.tsx'
import { questionOfMessage } from './question-of-message.ts'

interface MessageViewProps {
  readonly message: Message
  /** True if the previous message has the same author, whose name is then omitted. */
  readonly isFollowUp: boolean
  readonly context: PlaygroundContextValue
  readonly takesFocus: boolean
  readonly again: Again | undefined
  readonly isLastAnswer: boolean
}

/** One message: of the user on the right, of the workflow on the left, notices in between. */
export const MessageView = memo(function MessageView(props: MessageViewProps) {
  const { message, isFollowUp, context, takesFocus, again, isLastAnswer } = props
  const t = useText()
  const [isEditing, setEditing] = useState(false)
  const question = questionOfMessage(message, context.workflowId)
  if (question !== undefined) {
    return <QuestionMessage message={message} question={question} context={context} takesFocus={takesFocus} />
  }
  if (message.role === 'system' && message.origin !== 'workflow') return <Notice message={message} context={context} />
  const { role, content, metadata, status } = message
  const isOwn = role === 'user'
  const name =
    textIn(metadata.userName) ?? textIn(metadata.nodeLabel) ?? (isOwn ? t.playground.you : t.playground.assistant)
  return (
    <article className={classNames('mr-message', `mr-message--${role}`)} aria-label={name}>
      {!isFollowUp && (
        <header className="mr-message__head">
          <span className="mr-message__name mr-clip">{name}</span>
          <Moment at={message.timestamp} />
        </header>
      )}
      {isEditing && again !== undefined && (
        <MessageEdit
          text={content}
          onCancel={() => setEditing(false)}
          onSend={(text) => {
            setEditing(false)
            again.edit(message, text)
          }}
        />
      )}
      <div className="mr-message__body" hidden={isEditing}>
        {content === '' ? (
          <em className="mr-muted">{t.playground.inputsTitle}</em>
        ) : (
          <MessageText text={content} format={isOwn ? 'plain' : metadata.format} />
        )}
      </div>
      {metadata.isPartial === true && <p className="mr-message__state">{t.chat.partial}</p>}
      {!isEditing && (
        <MessageActions message={message} again={again} isLastAnswer={isLastAnswer} onEdit={() => setEditing(true)} />
      )}
      {isOwn && status === 'pending' && (
        <p className="mr-message__state">
          <Spinner label={t.playground.queued} />
          {t.playground.queued}
        </p>
      )}
      {isOwn && status === 'failed' && (
        <p className="mr-message__state">
          <Icon name="mdi:alert-circle-outline" size={12} />
          {t.playground.failed}
        </p>
      )}
    </article>
  )
})

/** How a turn ended, or that a new conversation started. */
function Notice({ message, context }: Pick<MessageViewProps, 'message' | 'context'>) {
  const t = useText()
  const { metadata, content, executionId, timestamp } = message
  const level = textIn(metadata.level) ?? 'info'
  const href = executionId === undefined ? undefined : context.executionHref?.(executionId)
  const isReset = executionId === undefined
  return (
    <div className={classNames('mr-notice', `mr-notice--${level}`, isReset && 'mr-notice--line')}>
      {level === 'error' && <Icon name="mdi:alert-circle-outline" size={14} />}
      {level === 'warning' && <Icon name="mdi:alert-outline" size={14} />}
      <span className="mr-notice__text">
        {t.message(content)}
        {level === 'error' && textIn(metadata.code) !== undefined && <code> {textIn(metadata.code)}</code>}
      </span>
      {href !== undefined && <a href={href}>{t.playground.execution}</a>}
      <Moment at={timestamp} />
    </div>
  )
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
