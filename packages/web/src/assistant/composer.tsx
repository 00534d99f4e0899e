import { useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'

interface ComposerProps {
  readonly isSending: boolean
  readonly onSend: (message: string) => void
  readonly onStop: () => void
}

const LONGEST = 10_000

/** The message input. Enter sends, Shift+Enter adds a line; the up arrow restores the last message. */
export function Composer({ isSending, onSend, onStop }: ComposerProps) {
  const t = useText()
  const [text, setText] = useState('')
  const last = useRef('')
  const send = () => {
    const message = text.trim()
    if (message === '' || isSending) return
    last.current = message
    setText('')
    onSend(message)
  }
  return (
    <form
      className="mr-assistant__composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        className="mr-input"
        rows={2}
        maxLength={LONGEST}
        aria-label={t.assistant.ask}
        placeholder={t.assistant.ask}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Keys must not reach the canvas while typing.
          if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            send()
          } else if (event.key === 'ArrowUp' && text === '' && last.current !== '') {
            event.preventDefault()
            setText(last.current)
          }
        }}
      />
      {isSending ? (
        <IconButton icon="mdi:stop" label={t.assistant.stop} look="plain" onClick={onStop} />
      ) : (
        <IconButton icon="mdi:arrow-up" label={t.assistant.send} look="primary" submit disabled={text.trim() === ''} />
      )}
    </form>
  )
}
