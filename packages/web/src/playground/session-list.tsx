import type { PlaygroundSession as Session } from '@millrace/client'
import type { SessionStatus } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { shortMomentText } from '../questions/times.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'

interface SessionListProps {
  readonly sessions: readonly Session[]
  readonly selected: string | undefined
  readonly hasMore: boolean
  readonly mayRun: boolean
  readonly onSelect: (id: string) => void
  readonly onCreate: () => void
  readonly onDelete: (id: string) => void
  readonly onRename: (id: string, name: string) => void
  readonly onMore: () => void
}

/** The sessions of a workflow, newest first. */
export function SessionList(props: SessionListProps) {
  const t = useText()
  const { sessions, selected, hasMore, mayRun, onSelect, onCreate, onDelete, onRename, onMore } = props
  const [doomed, setDoomed] = useState<Session>()
  const [renamed, setRenamed] = useState<string>()
  const [now] = useState(() => Date.now())
  return (
    <nav className="mr-sessions" aria-label={t.playground.sessions}>
      <div className="mr-sessions__head">
        <h2 className="mr-grow">{t.playground.sessions}</h2>
        <IconButton icon="mdi:plus" label={t.playground.newSession} disabled={!mayRun} onClick={onCreate} />
      </div>
      {sessions.length === 0 && <p className="mr-sessions__none mr-muted">{t.playground.noSessions}</p>}
      <ul className="mr-bare mr-sessions__list mr-scroll">
        {sessions.map((session) => (
          <li key={session.id} className={classNames('mr-session', session.id === selected && 'mr-session--selected')}>
            {session.id === renamed ? (
              <SessionName
                name={t.message(session.name)}
                onDone={(name) => {
                  setRenamed(undefined)
                  if (name !== undefined && name !== t.message(session.name)) onRename(session.id, name)
                }}
              />
            ) : (
              <button
                type="button"
                className="mr-session__open"
                aria-current={session.id === selected || undefined}
                onClick={() => onSelect(session.id)}
                onDoubleClick={() => mayRun && setRenamed(session.id)}
                onKeyDown={(event) => {
                  if (event.key === 'F2' && mayRun) setRenamed(session.id)
                }}
              >
                <span className="mr-session__name mr-clip">{t.message(session.name)}</span>
                <span className="mr-session__more">
                  <StatusDot status={session.status} />
                  {shortMomentText(session.updatedAt, now, t)}
                </span>
              </button>
            )}
            {mayRun && session.id !== renamed && (
              <IconButton
                small
                className="mr-session__delete mr-session__pencil"
                icon="mdi:pencil"
                label={`${t.chat.renameSession}: ${t.message(session.name)}`}
                onClick={() => setRenamed(session.id)}
              />
            )}
            {mayRun && session.id !== renamed && (
              <IconButton
                small
                className="mr-session__delete"
                icon="mdi:trash-can-outline"
                label={`${t.playground.deleteSession}: ${t.message(session.name)}`}
                onClick={() => setDoomed(session)}
              />
            )}
          </li>
        ))}
        {hasMore && (
          <li>
            <Button small look="ghost" onClick={onMore}>
              {t.playground.moreSessions}
            </Button>
          </li>
        )}
      </ul>
      {doomed !== undefined && (
        <Dialog
          title={t.playground.deleteTitle}
          onClose={() => setDoomed(undefined)}
          footer={
            <>
              <Button onClick={() => setDoomed(undefined)}>{t.playground.keep}</Button>
              <Button
                look="danger"
                onClick={() => {
                  onDelete(doomed.id)
                  setDoomed(undefined)
                }}
              >
                {t.playground.delete}
              </Button>
            </>
          }
        >
          <p>{t.playground.deleteText(t.message(doomed.name))}</p>
        </Dialog>
      )}
    </nav>
  )
}

interface SessionNameProps {
  readonly name: string
  /** Called with the new name, or with undefined if it stays. */
  readonly onDone: (name: string | undefined) => void
}

/** The name as a field: Enter and leaving it rename the session, Escape does not. */
function SessionName({ name, onDone }: SessionNameProps) {
  const t = useText()
  const [text, setText] = useState(name)
  const done = () => onDone(text.trim() === '' ? undefined : text.trim())
  return (
    <input
      className="mr-input mr-session__rename"
      value={text}
      maxLength={100}
      aria-label={t.chat.sessionName}
      // biome-ignore lint/a11y/noAutofocus: the person just asked to rename the session
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') onDone(undefined)
      }}
    />
  )
}

/** A dot for active sessions, with a text for screen readers. */
export function StatusDot({ status }: { status: SessionStatus }) {
  const t = useText()
  if (status === 'idle' || status === 'completed') return null
  return (
    <span className="mr-dot" data-status={status}>
      <span className="mr-visually-hidden">{t.status.session[status]}</span>
    </span>
  )
}
