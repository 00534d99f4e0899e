import { codePoints, MAX_MESSAGE_CHARACTERS } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'

interface MessageEditProps {
  readonly text: string
  readonly onSend: (text: string) => void
  readonly onCancel: () => void
}

/** A sent message as a field. Enter sends it again, Escape leaves it as it was. */
export function MessageEdit({ text, onSend, onCancel }: MessageEditProps) {
  const t = useText()
  const [edited, setEdited] = useState(text)
  const canSend = edited.trim() !== '' && codePoints(edited) <= MAX_MESSAGE_CHARACTERS
  const send = () => {
    if (canSend) onSend(edited)
  }
  return (
    <form
      className="mr-message__edit"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        className="mr-input"
        rows={Math.min(8, edited.split('\n').length + 1)}
        value={edited}
        aria-label={t.playground.messageLabel}
        // biome-ignore lint/a11y/noAutofocus: the person just asked to edit this text
        autoFocus
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <p className="mr-muted">{t.chat.editHint}</p>
      <div className="mr-message__edit-buttons">
        <Button small onClick={onCancel}>
          {t.chat.cancel}
        </Button>
        <Button small look="primary" submit disabled={!canSend}>
          {t.playground.send}
        </Button>
      </div>
    </form>
  )
}
