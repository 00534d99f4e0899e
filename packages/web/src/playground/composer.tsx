import { codePoints, isSessionBusy, MAX_MESSAGE_CHARACTERS, type SessionStatus } from '@millrace/model'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TextOf } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'

interface ComposerProps {
  readonly status: SessionStatus
  readonly mayRun: boolean
  /** True if inputs are set, so the message may be empty. */
  readonly hasInputs: boolean
  readonly isStopping: boolean
  /** Resolves with true if the message was accepted. */
  readonly onSend: (text: string) => Promise<boolean>
  readonly onStop: () => void
}

const MAX_PX = 200
const PLACEHOLDERS: Partial<Record<SessionStatus, TextOf>> = {
  running: (t) => t.playground.placeholderBusy,
  awaiting_input: (t) => t.playground.placeholderAsks,
}

/** The message input. Enter sends; while the workflow is running the text is kept, and the button stops the run. */
export function Composer({ status, mayRun, hasInputs, isStopping, onSend, onStop }: ComposerProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const ref = useRef<HTMLTextAreaElement>(null)
  const isWorking = isSessionBusy(status)
  const isTooLong = codePoints(text) > MAX_MESSAGE_CHARACTERS
  const canSend = mayRun && !isWorking && !isSending && !isTooLong && (text.trim() !== '' || hasInputs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    const area = ref.current
    if (area === null) return
    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight + 2, MAX_PX)}px`
  }, [text])
  // Answering a question removes its button, which had the focus.
  useEffect(() => {
    if (!isWorking && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [isWorking])
  const send = () => {
    if (!canSend) return
    setSending(true)
    // Clear it immediately, so that the field is free when a fast answer arrives; restored if sending fails.
    setText('')
    onSend(text)
      .then((isTaken) => {
        if (!isTaken) setText((since) => (since === '' ? text : since))
      })
      .finally(() => setSending(false))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="mr-composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mr-composer__box">
        <textarea
          ref={ref}
          rows={1}
          value={text}
          disabled={!mayRun}
          aria-label={t.playground.messageLabel}
          aria-invalid={isTooLong || undefined}
          placeholder={(mayRun ? PLACEHOLDERS[status]?.(t) : t.playground.readOnly) ?? t.playground.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isWorking ? (
          <Button icon="mdi:stop" disabled={!mayRun || isStopping} onClick={onStop}>
            {isStopping ? t.playground.stopping : t.playground.stop}
          </Button>
        ) : text.trim() === '' && hasInputs ? (
          <Button look="primary" icon="mdi:play" submit disabled={!canSend} data-tip={t.playground.runInputsHint}>
            {t.playground.runInputs}
          </Button>
        ) : (
          <IconButton
            look="primary"
            icon="mdi:arrow-up"
            label={t.playground.send}
            keys="Enter"
            submit
            disabled={!canSend}
          />
        )}
      </div>
      <p className="mr-composer__hint">
        {isTooLong ? (
          <span className="mr-question__over">{t.playground.tooLong(MAX_MESSAGE_CHARACTERS)}</span>
        ) : (
          t.playground.sendKeys
        )}
      </p>
    </form>
  )
}
