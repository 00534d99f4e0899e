/** What a person can do with a message: copy it, edit and send it again, or get another answer. */
import type { PlaygroundMessage as Message } from '@millrace/client'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** Sends messages again; absent while the workflow runs or for people who may not run it. */
export interface Again {
  /** Sends the message with another text. */
  readonly edit: (message: Message, text: string) => void
  /** Sends the message that an answer belongs to once more. */
  readonly regenerate: (answer: Message) => void
}

interface MessageActionsProps {
  readonly message: Message
  readonly again: Again | undefined
  /** True for the last answer of the conversation. */
  readonly isLastAnswer: boolean
  readonly onEdit: () => void
}

export function MessageActions({ message, again, isLastAnswer, onEdit }: MessageActionsProps) {
  const { chat } = useText()
  const isOwn = message.role === 'user'
  return (
    <div className="mr-message__actions">
      {message.content !== '' && <CopyButton text={message.content} name={chat.message} />}
      {isOwn && again !== undefined && message.content !== '' && (
        <IconButton small icon="mdi:pencil" label={chat.edit} onClick={onEdit} />
      )}
      {isLastAnswer && again !== undefined && message.parentMessageId !== null && (
        <IconButton small icon="mdi:refresh" label={chat.regenerate} onClick={() => again.regenerate(message)} />
      )}
    </div>
  )
}
