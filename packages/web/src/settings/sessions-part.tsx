import type { Session } from '@millrace/client'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable, timeColumn } from './settings-table.tsx'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

const columnsIn = (t: Texts, text = t.settings.sessions): readonly Column<Session>[] => [
  {
    title: text.columns.name,
    cell: ({ name, isCurrent }) => (
      <>
        <strong className="mr-settings__name">{name}</strong> {isCurrent && <Badge tone="plain">{text.current}</Badge>}
      </>
    ),
  },
  {
    title: text.columns.role,
    cell: ({ role }) => (
      <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{t.settings.tokens.roleNames[role]}</Badge>
    ),
  },
  timeColumn(text.columns.created, ({ createdAt }) => createdAt, t),
  { title: text.columns.expires, cell: ({ expiresAt }, now) => relativeTime(expiresAt, now, t), isMuted: true },
]

/** Signed-in browsers, with sign-out. */
export function SessionsPart() {
  const t = useText()
  const text = t.settings.sessions
  const { client } = usePage()
  const load = useCallback(() => client.listSessions({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const [isAsking, setAsking] = useState(false)
  const report = useReport(reload)
  const endAll = (
    <Button icon="mdi:logout" onClick={() => setAsking(true)}>
      {text.endOthers}
    </Button>
  )
  const endOf = ({ id, name, isCurrent }: Session) =>
    !isCurrent && (
      <IconButton
        icon="mdi:logout"
        label={text.endOf(name)}
        onClick={() => void report(client.endSession({ id }).then(() => text.ended(name)))}
      />
    )
  return (
    <PartFrame title={t.settings.parts.sessions} text={text.text} action={endAll}>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:account-circle-outline', title: text.none, text: text.noneText }}
        columns={columnsIn(t)}
        actions={{ title: text.columns.actions, of: endOf }}
      />
      {isAsking && (
        <ConfirmDialog
          title={text.endOthersTitle}
          action={text.endOthers}
          onClose={() => setAsking(false)}
          onConfirm={() => report(client.endSessions().then(({ ended }) => text.endedCount(ended)))}
        >
          {text.endOthersText}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}
