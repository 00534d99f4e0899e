import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { SessionList } from './session-list.tsx'
import type { Sessions } from './use-sessions.ts'

interface SessionsSideProps {
  readonly sessions: Sessions
  readonly mayRun: boolean
  /** Rendered above the sessions. */
  readonly head: ReactNode
}

/** The sidebar with the sessions; on a narrow screen a button opens it over the conversation. */
export function SessionsSide({ sessions, mayRun, head }: SessionsSideProps) {
  const t = useText()
  // Has no effect on a wide screen, which shows both.
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        className="mr-playground__toggle"
        icon={isOpen ? 'mdi:close' : 'mdi:menu'}
        label={isOpen ? t.playground.hideSessions : t.playground.showSessions}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <div className="mr-playground__side" data-open={isOpen}>
        {head}
        <SessionList
          sessions={sessions.list ?? []}
          selected={sessions.selected}
          hasMore={sessions.hasMore}
          mayRun={mayRun}
          onSelect={(id) => {
            setOpen(false)
            sessions.select(id)
          }}
          onCreate={() => {
            setOpen(false)
            sessions.create()
          }}
          onDelete={sessions.remove}
          onRename={sessions.rename}
          onMore={sessions.more}
        />
      </div>
    </>
  )
}
