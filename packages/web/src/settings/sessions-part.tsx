import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { agoText, momentOf } from '../home/ago.ts'
import { ConfirmDialog } from '../home/confirm-dialog.tsx'
import { t } from '../i18n/strings.ts'
import { usePage } from '../page/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { Badge, EmptyState } from '../ui/small-parts.tsx'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { endOtherSessions, endSession, listSessions, type Session } from './settings-api.ts'
import { useLoaded } from './use-loaded.ts'

const text = t.settings.sessions

/** Browsers that are signed in: listed and signed out. */
export function SessionsPart() {
  const { client } = usePage()
  const { toast } = useOverlays()
  const load = useCallback(() => listSessions(client), [client])
  const [loaded, reload] = useLoaded(load)
  const [isAsking, setAsking] = useState(false)
  const report = (ending: Promise<string>) => {
    ending.then(
      (message) => {
        toast({ tone: 'success', text: message })
        reload()
      },
      (error: unknown) => toast({ tone: 'error', text: asApiError(error).message }),
    )
  }
  const endAll = (
    <Button icon="mdi:logout" onClick={() => setAsking(true)}>
      {text.endOthers}
    </Button>
  )
  return (
    <PartFrame title={t.settings.parts.sessions} text={text.text} action={endAll}>
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {(sessions) =>
          sessions.length === 0 ? (
            <EmptyState icon="mdi:account-circle-outline" title={text.none}>
              {text.noneText}
            </EmptyState>
          ) : (
            <SessionTable
              sessions={sessions}
              onEnd={({ id, name }) => report(endSession(client, id).then(() => text.ended(name)))}
            />
          )
        }
      </WhenLoaded>
      {isAsking && (
        <ConfirmDialog
          title={text.endOthersTitle}
          action={text.endOthers}
          onClose={() => setAsking(false)}
          onConfirm={() => report(endOtherSessions(client).then(({ ended }) => text.endedCount(ended)))}
        >
          {text.endOthersText}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}

function SessionTable({ sessions, onEnd }: { sessions: readonly Session[]; onEnd: (session: Session) => void }) {
  const now = Date.now()
  return (
    <table className="mr-settings__table">
      <thead>
        <tr>
          <th scope="col">{text.columns.name}</th>
          <th scope="col">{text.columns.role}</th>
          <th scope="col">{text.columns.created}</th>
          <th scope="col">{text.columns.expires}</th>
          <th scope="col">
            <span className="mr-visually-hidden">{text.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <td>
              <strong className="mr-settings__name">{session.name}</strong>{' '}
              {session.isCurrent && <Badge tone="plain">{text.current}</Badge>}
            </td>
            <td>
              <Badge tone={session.role === 'admin' ? 'warning' : 'plain'}>
                {t.settings.tokens.roleNames[session.role]}
              </Badge>
            </td>
            <td className="mr-muted" data-tip={momentOf(session.createdAt)}>
              {agoText(session.createdAt, now)}
            </td>
            <td className="mr-muted">{agoText(session.expiresAt, now)}</td>
            <td className="mr-settings__actions">
              {!session.isCurrent && (
                <IconButton icon="mdi:logout" label={text.endOf(session.name)} onClick={() => onEnd(session)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
