import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { dayText } from '../questions/times.ts'
import { Button } from '../ui/button.tsx'
import { useReport } from '../ui/report.ts'
import { Spinner } from '../ui/small-parts.tsx'
import { type Conversation, isBusy } from './conversation.ts'
import { LogGroup } from './log-group.tsx'
import type { Again } from './message-actions.tsx'
import { type Row, rowsOf } from './message-rows.ts'
import { MessageText, prepareMarkdown } from './message-text.tsx'
import { MessageView } from './message-view.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { currentMessages } from './replaced-messages.ts'
import { useStickToEnd } from './use-stick-to-end.ts'

interface MessageLogProps {
  readonly conversation: Conversation
  readonly showsLogs: boolean
  readonly context: PlaygroundContextValue
  readonly again: Again | undefined
  readonly loadOlder: () => Promise<void>
  /** Shown if there are no messages yet. */
  readonly empty: ReactNode
}

/** The conversation: messages, texts being written, and a button that scrolls to the end. */
export function MessageLog({ conversation, showsLogs, context, again, loadOlder, empty }: MessageLogProps) {
  const t = useText()
  const { drafts, hasOlder, isLoaded } = conversation
  const [showsReplaced, setShowsReplaced] = useState(false)
  const current = useMemo(() => currentMessages(conversation.messages), [conversation.messages])
  const replaced = conversation.messages.length - current.length
  const messages = showsReplaced ? conversation.messages : current
  const lastAnswer = current.findLast(({ role, origin }) => role === 'assistant' && origin === 'workflow')?.id
  const [today] = useState(() => Date.now())
  const rows = useMemo(() => rowsOf(messages, { showsLogs, today }), [messages, showsLogs, today])
  const { ref, contentRef, isAtEnd, toEnd, keepPosition } = useStickToEnd(messages[0]?.id)
  const unseen = useUnseen(messages.at(-1)?.sequenceNumber ?? 0, isAtEnd)
  const older = useOlder(loadOlder, keepPosition)
  useOwnMessage(messages.findLast(({ role }) => role === 'user')?.id, toEnd)
  useEffect(prepareMarkdown, [])
  const isQuiet = isLoaded && rows.length === 0 && drafts.length === 0
  return (
    <div className="mr-log">
      <div
        className="mr-log__scroll mr-scroll"
        ref={ref}
        role="log"
        aria-live="polite"
        aria-label={t.playground.log}
        // Scrollable elements must be focusable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
      >
        <div className="mr-log__rows" ref={contentRef}>
          {hasOlder && (
            <div className="mr-log__older">
              <Button small look="ghost" icon="mdi:arrow-up" disabled={older.isLoading} onClick={older.load}>
                {older.isLoading ? t.playground.loadingOlder : t.playground.older}
              </Button>
            </div>
          )}
          {!isLoaded && (
            <div className="mr-log__older">
              <Spinner />
            </div>
          )}
          {replaced > 0 && (
            <div className="mr-log__older">
              <Button small look="ghost" aria-pressed={showsReplaced} onClick={() => setShowsReplaced(!showsReplaced)}>
                {showsReplaced ? t.chat.hideReplaced : t.chat.showReplaced(replaced)}
              </Button>
            </div>
          )}
          {isQuiet && empty}
          {rows.map((row) => (
            <RowView key={row.key} row={row} context={context} again={again} lastAnswer={lastAnswer} />
          ))}
          {drafts.map((draft) => (
            <article key={draft.key} className="mr-message mr-message--assistant mr-message--draft" aria-hidden="true">
              <header className="mr-message__head">
                <span className="mr-message__name">{t.playground.writing}</span>
              </header>
              <div className="mr-message__body">
                <MessageText text={draft.text} />
              </div>
            </article>
          ))}
          {isBusy(conversation) && conversation.status === 'running' && drafts.length === 0 && (
            <div className="mr-working" role="status">
              <span className="mr-working__dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {t.playground.working}
            </div>
          )}
        </div>
      </div>
      {!isAtEnd && (
        <Button className="mr-log__pill" icon="mdi:arrow-down" small onClick={() => toEnd('smooth')}>
          {unseen > 0 ? t.playground.newMessages(unseen) : t.playground.toEnd}
        </Button>
      )}
    </div>
  )
}

interface RowViewProps {
  readonly row: Row
  readonly context: PlaygroundContextValue
  readonly again: Again | undefined
  readonly lastAnswer: string | undefined
}

function RowView({ row, context, again, lastAnswer }: RowViewProps) {
  const t = useText()
  switch (row.kind) {
    case 'day':
      return <div className="mr-day">{dayText(row.timestamp, t)}</div>
    case 'logs':
      return <LogGroup lines={row.lines} />
    case 'message':
      return (
        <MessageView
          message={row.message}
          isFollowUp={row.isFollowUp}
          context={context}
          takesFocus={row.message.status === 'pending'}
          again={again}
          isLastAnswer={row.message.id === lastAnswer}
        />
      )
  }
}

/** Number of messages that arrived while the user had scrolled up. */
function useUnseen(last: number, isAtEnd: boolean): number {
  const [seen, setSeen] = useState(last)
  useEffect(() => {
    if (isAtEnd) setSeen(last)
  }, [isAtEnd, last])
  return isAtEnd ? 0 : Math.max(0, last - seen)
}

function useOlder(loadOlder: () => Promise<void>, keepPosition: () => void) {
  const report = useReport()
  const [isLoading, setLoading] = useState(false)
  const load = () => {
    setLoading(true)
    keepPosition()
    loadOlder()
      .catch((error: unknown) => report(error, 'loadWorkflow'))
      .finally(() => setLoading(false))
  }
  return { isLoading, load }
}

/** Scrolls to the end after the user sends a message. */
function useOwnMessage(id: string | undefined, toEnd: () => void): void {
  const known = useRef(id)
  useEffect(() => {
    if (id !== known.current) toEnd()
    known.current = id
  }, [id, toEnd])
}
