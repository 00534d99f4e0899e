import { useEffect, useMemo, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { LazyMarkdown } from '../ui/lazy-markdown.tsx'
import { Badge, Spinner } from '../ui/small-parts.tsx'
import type { Chat, ChatEntry } from './chat.ts'
import type { AssistantPanelProps } from './panel-props.ts'
import { ProposalCard } from './proposal-card.tsx'
import { replyParts } from './reply-parts.ts'

interface ChatLogProps extends AssistantPanelProps {
  readonly chat: Chat
  readonly entries: readonly ChatEntry[]
  readonly isSending: boolean
  readonly onSend: (message: string) => void
}

/** The messages, scrolled to the newest. */
export function ChatLog(props: ChatLogProps) {
  const t = useText()
  const { entries, isSending } = props
  const end = useRef<HTMLDivElement>(null)
  const count = entries.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when an entry is added
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [count, isSending])
  return (
    <div className="mr-assistant__log mr-scroll" role="log" aria-label={t.assistant.log}>
      {entries.map((entry, at) => (
        <Entry key={entry.id} {...props} entry={entry} isNewest={at === count - 1} />
      ))}
      {isSending && (
        <div className="mr-assistant__thinking">
          <Spinner label={t.assistant.thinking} />
          {t.assistant.thinking}
        </div>
      )}
      <div ref={end} />
    </div>
  )
}

function Entry({ entry, ...props }: ChatLogProps & { readonly entry: ChatEntry; readonly isNewest: boolean }) {
  const t = useText()
  const { role, content, isError, source } = entry
  const parts = useMemo(
    () => (role === 'assistant' ? replyParts(content) : { text: content, commands: '' }),
    [role, content],
  )
  return (
    <article
      className={classNames(
        'mr-assistant__entry',
        `mr-assistant__entry--${role}`,
        isError && 'mr-assistant__entry--error',
      )}
      aria-label={role === 'user' ? t.assistant.you : t.assistant.it}
    >
      {role === 'user' || isError ? (
        <p className="mr-assistant__words">{content}</p>
      ) : (
        parts.text !== '' && <LazyMarkdown text={parts.text} />
      )}
      {parts.commands !== '' && <ProposalCard {...props} entry={entry} parts={parts} />}
      {source === 'rules' && props.isNewest && (
        <span className="mr-assistant__source" data-tip={t.assistant.rulesTip}>
          <Badge>{t.assistant.rules}</Badge>
        </span>
      )}
    </article>
  )
}
