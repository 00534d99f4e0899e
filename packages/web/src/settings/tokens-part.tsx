import type { Token } from '@millrace/client'
import { useCallback, useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { relativeTime } from '../ui/relative-time.ts'
import { Badge } from '../ui/small-parts.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { PartFrame } from './part-frame.tsx'
import { type Column, SettingsTable, timeColumn } from './settings-table.tsx'
import { isExpired } from './token-expiry.ts'
import { useLoaded } from './use-loaded.ts'
import { useReport } from './use-report.ts'

const columnsIn = (t: Texts, text = t.settings.tokens): readonly Column<Token>[] => [
  {
    title: text.columns.name,
    cell: ({ name, createdBy, owner }) => (
      <>
        <strong className="mr-settings__name">{name}</strong>
        <span className="mr-muted">
          {' '}
          {text.by(createdBy)}
          {owner !== null && owner.name !== createdBy && ` ${text.ofOwner(owner.name)}`}
        </span>
        {owner?.isDisabled && (
          <>
            {' '}
            <Badge tone="error">{text.ownerDisabled}</Badge>
          </>
        )}
      </>
    ),
  },
  {
    title: text.columns.role,
    cell: ({ role, project }) => (
      <>
        <Badge tone={role === 'admin' ? 'warning' : 'plain'}>{text.roleNames[role]}</Badge>
        {project !== null && <div className="mr-muted mr-mono">{project}</div>}
      </>
    ),
  },
  timeColumn(text.columns.created, ({ createdAt }) => createdAt, t),
  {
    title: text.columns.used,
    cell: ({ lastUsedAt }, now) => (lastUsedAt === null ? text.never : relativeTime(lastUsedAt, now, t)),
    isMuted: true,
  },
  {
    title: text.columns.expires,
    cell: ({ expiresAt }, now) =>
      isExpired(expiresAt, now) ? (
        <Badge tone="error">{text.expired}</Badge>
      ) : (
        <span className="mr-muted">{expiresAt === null ? text.never : relativeTime(expiresAt, now, t)}</span>
      ),
  },
]

/** API tokens: created, listed and revoked. */
export function TokensPart() {
  const t = useText()
  const text = t.settings.tokens
  const { client } = usePage()
  const load = useCallback(() => client.listTokens({ limit: 100 }).then(({ items }) => items), [client])
  const [loaded, reload] = useLoaded(load)
  const [dialog, setDialog] = useState<'new' | Token>()
  const report = useReport(reload)
  const create = (
    <Button look="primary" icon="mdi:plus" onClick={() => setDialog('new')}>
      {text.create}
    </Button>
  )
  const revokeOf = (token: Token) => (
    <IconButton icon="mdi:trash-can-outline" label={text.revokeOf(token.name)} onClick={() => setDialog(token)} />
  )
  return (
    <PartFrame title={t.settings.parts.tokens} text={text.text} action={create}>
      <SettingsTable
        loaded={loaded}
        onRetry={reload}
        empty={{ icon: 'mdi:key-outline', title: text.none, text: text.noneText }}
        columns={columnsIn(t)}
        actions={{ title: text.columns.actions, of: revokeOf }}
      />
      {dialog === 'new' && <NewTokenDialog onMade={reload} onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && (
        <ConfirmDialog
          title={text.revokeTitle}
          action={text.revoke}
          onClose={() => setDialog(undefined)}
          onConfirm={() => report(client.deleteToken({ id: dialog.id }).then(() => text.revoked(dialog.name)))}
        >
          {text.revokeText(dialog.name)}
        </ConfirmDialog>
      )}
    </PartFrame>
  )
}
